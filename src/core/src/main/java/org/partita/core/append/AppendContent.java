package org.partita.core.append;

import java.util.List;

import org.partita.core.log.Appended;
import org.partita.core.record.RecordBatch;
import org.partita.storage.BrokerException;

/**
 * The messages that one request sends to one partition. Handed to the partition's loop, used there until the append is
 * answered, and read by its publisher after that.
 */
public sealed interface AppendContent permits UnkeyedContent, KeyedContent, ProducedContent {
    /** All messages, encoded before it is known whether each of them has to be stored. */
    List<RecordBatch> encoded();

    /** What it may keep on the heap until it is answered; compression makes it no smaller. */
    long heldBytes();

    /** It is not appended at an earlier time than this by the broker's clock, even if that is set back. */
    long notBeforeMillis();

    /**
     * What has to be appended now: all that is not known.
     *
     * @throws BrokerException if nothing may be appended
     */
    List<RecordBatch> admit(LogMemory known, long nowMillis);

    /** The next of the admitted batches is in the log. */
    void appended(Appended where, LogMemory known, long nowMillis);

    /** No more of the admitted batches will be appended. */
    void ended(LogMemory known);

    /** The high watermark at which the messages known before are certain to be stored; 0 if there are none. */
    long knownEndOffset();
}
