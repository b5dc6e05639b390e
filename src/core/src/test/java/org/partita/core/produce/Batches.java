package org.partita.core.produce;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

import org.partita.core.record.Bytes;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.NewRecord;
import org.partita.core.record.ProducerState;
import org.partita.core.record.RecordBatchEncoder;

/** Batches as producers send them, right ones and others. */
public final class Batches {
    public static final long TIME_MILLIS = 1_600_000_000_000L;

    private Batches() {
    }

    public static ByteBuffer plain(String... values) {
        return encoded(Compression.NONE, ProducerState.NONE, values);
    }

    public static ByteBuffer of(long producerId, int epoch, int sequence, String... values) {
        return encoded(Compression.NONE, new ProducerState(producerId, (short) epoch, sequence, false), values);
    }

    public static ByteBuffer encoded(Compression compression, ProducerState producer, String... values) {
        List<NewRecord> records = new ArrayList<>();
        for (String value : values) {
            records.add(new NewRecord(TIME_MILLIS + records.size(), Bytes.utf8("k"), Bytes.utf8(value), List.of()));
        }
        return encoded(compression, producer, records);
    }

    public static ByteBuffer encoded(Compression compression, ProducerState producer, List<NewRecord> records) {
        return RecordBatchEncoder.encode(compression, Codecs.JDK, producer, records).bytes();
    }

    /** A copy that can be changed. */
    public static ByteBuffer copy(ByteBuffer batch) {
        return ByteBuffer.allocate(batch.remaining()).put(batch.duplicate()).flip();
    }

    /** With the checksum its bytes have now. */
    public static ByteBuffer sealed(ByteBuffer batch) {
        CRC32C crc = new CRC32C();
        crc.update(batch.duplicate().position(21));
        return batch.putInt(17, (int) crc.getValue());
    }
}
