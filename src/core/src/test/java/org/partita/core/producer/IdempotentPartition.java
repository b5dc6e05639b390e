package org.partita.core.producer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

import org.partita.core.execution.Budget;
import org.partita.core.log.Appended;
import org.partita.core.producer.IdempotentClient.Connection;
import org.partita.core.producer.SequenceCheck.Duplicate;
import org.partita.core.producer.SequenceCheck.Fenced;
import org.partita.core.producer.SequenceCheck.New;
import org.partita.core.producer.SequenceCheck.OutOfOrder;
import org.partita.storage.PartitionId;

/** A log of one replica, with its table: what is not durable may be lost, and only what is durable is answered. */
final class IdempotentPartition {
    private static final PartitionId PARTITION = new PartitionId(new UUID(5, 6), 3);
    private static final long NOW_MILLIS = 0;

    private final Random random;
    private final List<Stored> log = new ArrayList<>();
    private final List<ByteBuffer> snapshots = new ArrayList<>();
    private final Queue<Answer> answers = new ArrayDeque<>();
    private ProducerTable table = newTable();
    private long durableOffset;
    private int leaderEpoch;
    private final List<Class<?>> results = new ArrayList<>();
    private int restored;

    IdempotentPartition(Random random) {
        this.random = random;
    }

    record Stored(Sent batch, long baseOffset, int leaderEpoch) {
        private long nextOffset() {
            return baseOffset + batch.recordCount();
        }
    }

    private record Answer(Connection connection, Sent batch, long baseOffset, long nextOffset) {
    }

    private static ProducerTable newTable() {
        return new ProducerTable(ProducerLimits.DEFAULT, new Budget(1));
    }

    List<Stored> log() {
        return log;
    }

    /** Which answers the table gave. */
    List<Class<?>> results() {
        return results;
    }

    /** How often a snapshot was used. */
    int restored() {
        return restored;
    }

    private long endOffset() {
        return log.isEmpty() ? 0 : log.get(log.size() - 1).nextOffset();
    }

    private Optional<Stored> find(Sent batch) {
        return log.stream().filter(stored -> stored.batch().equals(batch)).findFirst();
    }

    private boolean knows(long producerId) {
        return log.stream().anyMatch(stored -> stored.batch().producerId() == producerId);
    }

    /**
     * Takes up to three requests of a connection as one append, whose writes may fail half way. The client may learn of
     * a failure when it has more on its way.
     */
    void take(Connection from) {
        ProducerAppend append = table.begin(NOW_MILLIS);
        Map<Sent, SequenceCheck> accepted = new LinkedHashMap<>();
        boolean refused = false;
        for (int left = 1 + random.nextInt(3); left > 0 && !from.requests().isEmpty(); left--) {
            Sent batch = from.requests().remove();
            SequenceCheck check = append.check(batch.header());
            results.add(check.getClass());
            if (from.live()) checkRightful(check, batch, from.client(), accepted.keySet());
            if (check instanceof OutOfOrder || check instanceof Fenced) refused = true;
            else accepted.put(batch, check);
        }
        boolean stored = !refused && append(append, from, accepted);
        append.ended();
        if (!stored && from.live() && (refused || random.nextBoolean())) from.client().reconnect();
    }

    /** Nobody who does right is refused, and nothing that is there is taken for new. */
    private void checkRightful(SequenceCheck check, Sent batch, IdempotentClient client, Set<Sent> accepted) {
        Optional<Stored> stored = find(batch);
        if (stored.isPresent()) {
            assertThat(check).isEqualTo(new Duplicate(batch.at(stored.get().baseOffset())));
            return;
        }
        boolean behindTheLast = client.before(batch)
            .map(before -> accepted.contains(before) || find(before).isPresent()).orElse(true);
        if (behindTheLast) assertThat(check).isInstanceOf(New.class);
        else assertThat(check).isInstanceOf(OutOfOrder.class);
    }

    /**
     * A first batch does not fail alone: the next one would be taken for the first, because a producer that is not
     * known may begin anywhere (KIP-360).
     */
    private boolean append(ProducerAppend append, Connection from, Map<Sent, SequenceCheck> batches) {
        for (Sent batch : batches.keySet()) {
            if (batches.get(batch) instanceof Duplicate duplicate) {
                Appended original = duplicate.original();
                answers.add(new Answer(from, batch, original.baseOffset(), original.nextOffset()));
                continue;
            }
            if (random.nextInt(12) == 0 && knows(batch.producerId())) return false;
            Stored stored = new Stored(batch, endOffset(), leaderEpoch);
            log.add(stored);
            append.appended(batch.at(stored.baseOffset()), NOW_MILLIS);
            answers.add(new Answer(from, batch, stored.baseOffset(), stored.nextOffset()));
        }
        return true;
    }

    /** Answers what is durable now, except for those whose answer gets lost. */
    void force(int lostInTen) {
        durableOffset = endOffset();
        while (!answers.isEmpty()) {
            Answer answer = answers.remove();
            assertThat(answer.nextOffset()).isLessThanOrEqualTo(durableOffset);
            if (!answer.connection().live()) continue;
            IdempotentClient client = answer.connection().client();
            if (random.nextInt(10) < lostInTen) client.reconnect();
            else client.acknowledge(answer.batch(), answer.baseOffset());
        }
    }

    /** Also of what is not durable: the leader epoch tells whether it still is of this log. */
    void capture() {
        if (log.isEmpty()) return;
        int lastEpoch = log.get(log.size() - 1).leaderEpoch();
        snapshots.add(table.capture(PARTITION, endOffset(), lastEpoch, NOW_MILLIS, NOW_MILLIS).encode());
    }

    /** Loses some of what is not durable, and starts from any snapshot that fits, or from none. */
    void crash() {
        answers.clear();
        while (endOffset() > durableOffset && random.nextInt(3) > 0) log.remove(log.size() - 1);
        durableOffset = endOffset();
        leaderEpoch++;
        table = newTable();
        long fromOffset = random.nextInt(4) == 0 ? 0 : restore();
        log.stream().filter(stored -> stored.baseOffset() >= fromOffset).forEach(stored -> table.recover(
            stored.batch().headerAt(stored.baseOffset(), OptionalLong.empty()), NOW_MILLIS));
    }

    private long restore() {
        List<ProducerSnapshot> fitting = snapshots.stream()
            .map(bytes -> ProducerSnapshot.decode(bytes, PARTITION).orElseThrow())
            .filter(snapshot -> log.stream().anyMatch(stored -> stored.nextOffset() == snapshot.upToOffset()
                && stored.leaderEpoch() == snapshot.leaderEpoch())).toList();
        if (fitting.isEmpty()) return 0;
        ProducerSnapshot chosen = fitting.get(random.nextInt(fitting.size()));
        table.restore(chosen, NOW_MILLIS, NOW_MILLIS);
        restored++;
        return chosen.upToOffset();
    }
}
