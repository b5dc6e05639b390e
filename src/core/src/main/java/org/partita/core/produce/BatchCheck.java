package org.partita.core.produce;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;

import org.partita.core.broker.RecordTooLargeException;
import org.partita.core.execution.Budget;
import org.partita.core.metadata.TopicConfig.CompressionType;
import org.partita.core.metadata.TopicConfig.TimestampType;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.record.BatchHeader;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.InvalidBatchException;
import org.partita.core.record.RecordBatch;
import org.partita.storage.StorageException;

/**
 * What a batch must fulfil to be stored, in the order of what it costs to find out. Thread-safe; takes its time, so it
 * is nothing for a loop.
 */
public final class BatchCheck {
    private static final System.Logger LOG = System.getLogger(BatchCheck.class.getName());
    private static final int MAGIC_POSITION = 16;
    private static final int MAGIC = 2;
    /** The records, and twice what comes of them while that grows; with some room. */
    private static final int COMPRESSING_TIMES = 4;

    private final Codecs codecs;
    private final Budget inflating;
    private final Budget compressing;
    /** What is wrong with a library is said once. */
    private final Set<Compression> reported = ConcurrentHashMap.newKeySet();

    /**
     * @param inflating bytes of memory for batches that are inflated
     * @param compressing bytes of memory for batches that are compressed
     */
    public BatchCheck(Codecs codecs, Budget inflating, Budget compressing) {
        this.codecs = requireNonNull(codecs, "codecs");
        this.inflating = requireNonNull(inflating, "inflating");
        this.compressing = requireNonNull(compressing, "compressing");
    }

    /** A batch as it is to be stored. */
    record Checked(RecordBatch batch, long payloadBytes) {
    }

    /**
     * @return empty if there is no memory to look at it now
     * @throws BatchRefusedException if it is not fit to be stored
     * @throws RecordTooLargeException if it is too large for the topic
     */
    Optional<Checked> check(ByteBuffer bytes, TopicMetadata topic) {
        requireOneBatch(bytes);
        requireSize(bytes.remaining(), topic);
        RecordBatch batch = read(bytes);
        requireOfProducer(batch.header());
        if (batch.compression() == Compression.NONE) {
            return finished(batch, batch.plainRecords(codecs, 0), topic);
        }
        if (!inflating.tryReserve(RecordBatch.INFLATING_BYTES)) return Optional.empty();
        try {
            return finished(batch, inflated(batch), topic);
        } finally {
            inflating.release(RecordBatch.INFLATING_BYTES);
        }
    }

    private static void requireOneBatch(ByteBuffer bytes) {
        int found = bytes.remaining();
        if (found == 0) throw BatchRefusedException.invalid("no batch found, one expected");
        if (found <= MAGIC_POSITION) throw BatchRefusedException.corrupt(found + " bytes are no batch");
        int magic = bytes.get(bytes.position() + MAGIC_POSITION);
        if (magic != MAGIC) throw BatchRefusedException.oldFormat(magic);
        long stated = BatchHeader.LENGTH_END
            + (long) bytes.getInt(bytes.position() + BatchHeader.LENGTH_END - Integer.BYTES);
        if (stated < BatchHeader.SIZE_BYTES || stated > found) {
            throw BatchRefusedException.corrupt(stated + " bytes stated, " + found + " found");
        }
        if (stated < found) {
            throw BatchRefusedException.invalid((found - stated) + " bytes behind the batch, one batch expected");
        }
    }

    private static void requireSize(int sizeBytes, TopicMetadata topic) {
        int limitBytes = topic.config().maxMessageBytes();
        if (sizeBytes > limitBytes) throw RecordTooLargeException.ofBatch(topic.name(), sizeBytes, limitBytes);
    }

    /** What is wrong in a batch with the right checksum its producer has written. */
    private static RecordBatch read(ByteBuffer bytes) {
        try {
            return RecordBatch.of(bytes);
        } catch (InvalidBatchException wrong) {
            CRC32C crc = new CRC32C();
            crc.update(bytes.slice().position(BatchHeader.CRC_COVER_POSITION));
            boolean damaged = (int) crc.getValue() != bytes.getInt(bytes.position() + BatchHeader.CRC_POSITION);
            throw damaged ? BatchRefusedException.corrupt(wrong.getMessage())
                : BatchRefusedException.invalid(wrong.getMessage(), wrong);
        }
    }

    private static void requireOfProducer(BatchHeader header) {
        if (header.control()) throw BatchRefusedException.invalid("a control batch, which only brokers make");
        if (header.transactional()) throw BatchRefusedException.transactional();
        if (header.unknownAttributes() != 0) {
            throw BatchRefusedException.invalid("attributes that have no meaning for a producer");
        }
        if (header.baseOffset() != 0) {
            throw BatchRefusedException.invalid("base offset " + header.baseOffset() + ", 0 expected");
        }
        if (header.producerId() >= 0 && (header.producerEpoch() < 0 || header.baseSequence() < 0)) {
            throw BatchRefusedException.invalid("producer " + header.producerId() + " with epoch "
                + header.producerEpoch() + " and base sequence " + header.baseSequence() + ", at least 0 expected");
        }
        if (header.appendTime()) {
            throw BatchRefusedException.timestamp("Times of type LogAppendTime are set by brokers only.");
        }
    }

    private ByteBuffer inflated(RecordBatch batch) {
        if (!codecs.has(batch.compression())) {
            throw BatchRefusedException.compression("This broker cannot read batches compressed with "
                + batch.compression() + ".");
        }
        try {
            return batch.plainRecords(codecs, RecordBatch.MAX_INFLATED_BYTES);
        } catch (InvalidBatchException wrong) {
            throw BatchRefusedException.invalid(wrong.getMessage(), wrong);
        } catch (StorageException unusable) {
            throw unusable(batch.compression(), unusable);
        }
    }

    private Optional<Checked> finished(RecordBatch batch, ByteBuffer plain, TopicMetadata topic) {
        RecordScan.Result found;
        try {
            found = RecordScan.of(batch.header(), plain);
        } catch (InvalidBatchException wrong) {
            throw BatchRefusedException.invalid(wrong.getMessage(), wrong);
        }
        CompressionType wanted = topic.config().compressionType();
        boolean asItIs = wanted == CompressionType.PRODUCER || wanted.ofBroker() == batch.compression();
        Optional<RecordBatch> stored = asItIs ? Optional.of(batch) : compressed(batch, wanted.ofBroker(), plain, topic);
        return stored.map(each -> new Checked(timed(each, found, topic), found.payloadBytes()));
    }

    private Optional<RecordBatch> compressed(RecordBatch batch, Compression other, ByteBuffer plain,
                                             TopicMetadata topic) {
        long neededBytes = (long) COMPRESSING_TIMES * plain.remaining();
        if (!compressing.tryReserve(neededBytes)) return Optional.empty();
        try {
            RecordBatch anew = batch.compressedAnew(other, codecs, plain);
            requireSize(anew.sizeBytes(), topic);
            return Optional.of(anew);
        } catch (StorageException unusable) {
            throw unusable(other, unusable);
        } finally {
            compressing.release(neededBytes);
        }
    }

    private BatchRefusedException unusable(Compression compression, StorageException cause) {
        if (reported.add(compression)) {
            LOG.log(Level.ERROR, "batches that need " + compression + " are refused", cause);
        }
        return BatchRefusedException.compression("This broker cannot use " + compression + ": the library cannot be "
            + "loaded. Its log has the cause.");
    }

    /** Indexes and retention go by the max timestamp; some producers leave it wrong. */
    private static RecordBatch timed(RecordBatch batch, RecordScan.Result found, TopicMetadata topic) {
        boolean right = topic.config().timestampType() == TimestampType.LOG_APPEND_TIME
            || batch.maxTimestampMillis() == found.maxTimestampMillis();
        return right ? batch : batch.withMaxTimestamp(found.maxTimestampMillis());
    }
}
