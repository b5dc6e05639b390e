package org.partita.wire.records;

import org.apache.kafka.common.record.BaseRecords;
import org.apache.kafka.common.record.RecordsSend;

/** Whole batches as they are stored, for one answer. Whoever has them either sends or releases them, once. */
public sealed interface StoredBatches extends BaseRecords permits CopiedBatches, FileBatches {
    /** Behind the last of them. Of none it means nothing. */
    long nextOffset();

    /** Gives up what they hold. Idempotent. */
    void release();

    /** Kafka's own way to send, which is not ours. */
    @Override
    default RecordsSend<? extends BaseRecords> toSend() {
        throw new UnsupportedOperationException("batches are sent as parts of an answer");
    }
}
