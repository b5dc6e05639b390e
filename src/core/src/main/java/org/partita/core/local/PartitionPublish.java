package org.partita.core.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.partita.core.append.AppendContent;
import org.partita.core.append.KeyedContent;
import org.partita.core.append.UnkeyedContent;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.NotAttemptedException;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.idempotency.Fingerprint;
import org.partita.core.idempotency.IdempotencyInFlightException;
import org.partita.core.idempotency.KeyTableFullException;
import org.partita.core.idempotency.KnownMessage;
import org.partita.core.idempotency.Stamp;
import org.partita.core.idempotency.Stamper;
import org.partita.core.log.Appended;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordBatch;
import org.partita.core.record.RecordHeader;
import org.partita.core.replication.AppendResult;
import org.partita.core.replication.AppendResult.PartlyStored;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.storage.BrokerException;

/** The messages of a request that go to one partition, in request order, and how their outcomes are told. */
final class PartitionPublish {
    private final int partition;
    private final Optional<Stamper> stamper;
    private final List<RecordHeader> trace;
    private final BatchEncoding encoding;
    private final List<Integer> positions = new ArrayList<>();
    private final List<NewRecord> records = new ArrayList<>();
    private final List<Stamp> stamps = new ArrayList<>();
    private Optional<KeyedContent> keyed = Optional.empty();
    private Optional<BrokerException> refusal = Optional.empty();

    /**
     * @param stamper empty if the request has no idempotency key
     * @param trace added to messages that have no such headers
     */
    PartitionPublish(int partition, Optional<Stamper> stamper, List<RecordHeader> trace, BatchEncoding encoding) {
        this.partition = partition;
        this.stamper = stamper;
        this.trace = trace;
        this.encoding = encoding;
    }

    int partition() {
        return partition;
    }

    /** @param position of the message in the request */
    void add(int position, OutboundMessage message, long nowMillis) {
        NewRecord unstamped = new NewRecord(message.timestampMillis().orElse(nowMillis), message.key(),
            message.value(), traced(message.headers()));
        positions.add(position);
        records.add(stamper.isEmpty() ? unstamped : stamped(position, message, unstamped, stamper.get()));
    }

    private List<RecordHeader> traced(List<RecordHeader> own) {
        if (trace.isEmpty()) return own;
        List<RecordHeader> all = new ArrayList<>(own);
        trace.stream().filter(header -> own.stream().noneMatch(each -> each.name().equals(header.name())))
            .forEach(all::add);
        return all;
    }

    /** The trace is no part of what is compared: a retry may be another call. */
    private NewRecord stamped(int position, OutboundMessage message, NewRecord unstamped, Stamper with) {
        Stamp stamp = with.stamp(position, Fingerprint.ofMessage(message.partitionOrAny(), message.key(),
            message.value(), message.headers()));
        stamps.add(stamp);
        return Stamper.stamped(unstamped, stamp);
    }

    /** The message is not fit to be stored; those of this partition that follow are left out. */
    void addRefused(int position, BrokerException cause) {
        positions.add(position);
        refusal = Optional.of(cause);
    }

    /** A message behind a refused one. */
    void addUnattempted(int position) {
        positions.add(position);
    }

    boolean refused() {
        return refusal.isPresent();
    }

    /** What {@link #content} needs of the heap for a while. */
    long compressingBytes() {
        return encoding.compressingBytes(records);
    }

    /** What is fit to be stored. On the caller's thread, for it is compressed here if the topic asks for that. */
    AppendContent content() {
        List<RecordBatch> batches = encoding.encode(records);
        long heldBytes = encoding.heldBytes(records, batches);
        if (stamper.isEmpty()) return new UnkeyedContent(batches, heldBytes);
        KeyedContent content = new KeyedContent(records, stamps, batches, heldBytes, encoding::encodePlain);
        keyed = Optional.of(content);
        return content;
    }

    /** Writes one outcome for each message to its position. */
    void tell(AppendResult result, AckPolicy acks, PublishOutcome[] outcomes) {
        if (keyed.isPresent()) tellKeyed(keyed.get(), result, acks, outcomes);
        else tell(result, acks, outcomes, positions, records);
    }

    private void tellKeyed(KeyedContent content, AppendResult result, AckPolicy acks, PublishOutcome[] outcomes) {
        for (int i = 0; i < records.size(); i++) {
            Optional<KnownMessage> known = content.known(i);
            if (known.isPresent()) {
                outcomes[positions.get(i)] = content.isReused(i)
                    ? new PublishOutcome.Failed(partition, content.reuseOf(i)) : replay(known.get(), result, acks);
            }
        }
        List<Integer> fresh = new ArrayList<>(content.fresh().stream().map(positions::get).toList());
        fresh.addAll(positions.subList(records.size(), positions.size()));
        if (content.refusal().isPresent()) {
            BrokerException cause = content.refusal().get();
            boolean own = cause instanceof KeyTableFullException && !fresh.isEmpty();
            tellFailed(cause, fresh, 0, own ? 1 : 0, outcomes);
            return;
        }
        tell(result, acks, outcomes, fresh, content.fresh().stream().map(records::get).toList());
    }

    /** The outcome of the request that was first, as far as it is known. */
    private PublishOutcome replay(KnownMessage known, AppendResult result, AckPolicy acks) {
        if (result instanceof PartlyStored partly && known.offset() >= partly.highWatermark()) {
            boolean undecided = partly.failure() instanceof UnknownOutcomeException unknown && unknown.undecided();
            return new PublishOutcome.Failed(partition, undecided
                ? new IdempotencyInFlightException(partly.failure()) : partly.failure());
        }
        return new PublishOutcome.Stored(partition, known.offset(), known.timestampMillis(), acks, 1,
            result.flushed(), true);
    }

    private void tell(AppendResult result, AckPolicy acks, PublishOutcome[] outcomes, List<Integer> at,
                      List<NewRecord> sent) {
        int told = 0;
        for (Appended where : result.stored()) {
            for (long offset = where.baseOffset(); offset <= where.lastOffset(); offset++) {
                long timestampMillis = where.timestampMillis(sent.get(told).timestampMillis());
                outcomes[at.get(told)] = new PublishOutcome.Stored(partition, offset, timestampMillis, acks, 1,
                    result.flushed());
                told++;
            }
        }
        Optional<BrokerException> failure = refusal;
        int failed = 1;
        if (result instanceof PartlyStored partly) {
            failure = Optional.of(partly.failure());
            failed = Math.max(1, partly.attempted());
        }
        if (failure.isPresent()) tellFailed(failure.get(), at, told, Math.min(at.size(), told + failed), outcomes);
    }

    private void tellFailed(BrokerException cause, List<Integer> at, int from, int to,
                                   PublishOutcome[] outcomes) {
        for (int i = from; i < to; i++) outcomes[at.get(i)] = new PublishOutcome.Failed(partition, cause);
        for (int i = to; i < at.size(); i++) {
            outcomes[at.get(i)] = new PublishOutcome.Failed(partition, NotAttemptedException.after(cause));
        }
    }
}
