package org.partita.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.apache.kafka.common.utils.ByteUtils;

class VarintTest {
    @Property
    void longIsWrittenLikeTheFormatSays(@ForAll long value) {
        ByteBuffer theirs = ByteBuffer.allocate(10);
        ByteUtils.writeVarlong(value, theirs);

        ByteBuffer ours = ByteBuffer.allocate(10);
        Varint.put(ours, value);

        assertThat(ours.flip()).isEqualTo(theirs.flip());
        assertThat(ours.remaining()).isEqualTo(Varint.sizeOf(value));
        assertThat(Varint.getLong(ours, "value")).isEqualTo(value);
    }

    @Property
    void intIsWrittenLikeTheFormatSays(@ForAll int value) {
        ByteBuffer theirs = ByteBuffer.allocate(5);
        ByteUtils.writeVarint(value, theirs);

        ByteBuffer ours = ByteBuffer.allocate(5);
        Varint.put(ours, value);

        assertThat(ours.flip()).isEqualTo(theirs.flip());
        assertThat(ours.remaining()).isEqualTo(Varint.sizeOf(value));
        assertThat(Varint.getInt(ours, "value")).isEqualTo(value);
    }

    @Example
    void extremesKeepTheirValue() {
        for (long value : new long[] {Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE, 0, -1}) {
            ByteBuffer written = ByteBuffer.allocate(10);
            Varint.put(written, value);

            assertThat(Varint.getLong(written.flip(), "value")).isEqualTo(value);
        }
    }

    @Example
    void intOfMoreThan32BitsIsRefused() {
        ByteBuffer tooWide = bytes(0xFF, 0xFF, 0xFF, 0xFF, 0x1F);

        assertThatThrownBy(() -> Varint.getInt(tooWide, "key length")).isInstanceOf(InvalidBatchException.class)
            .hasMessageContaining("key length").hasMessageContaining("32 bits");
    }

    @Example
    void longOfMoreThan64BitsIsRefused() {
        ByteBuffer tooWide = bytes(0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02);

        assertThatThrownBy(() -> Varint.getLong(tooWide, "timestamp delta")).isInstanceOf(InvalidBatchException.class)
            .hasMessageContaining("64 bits");
    }

    @Example
    void varintWithoutAnEndIsRefusedAfterItsLargestSize() {
        ByteBuffer endless = bytes(0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80);

        assertThatThrownBy(() -> Varint.getInt(endless, "x")).isInstanceOf(InvalidBatchException.class);
        assertThat(endless.position()).isEqualTo(5);
    }

    @Example
    void bytesThatEndInsideAVarintAreRefused() {
        ByteBuffer torn = bytes(0x80);

        assertThatThrownBy(() -> Varint.getInt(torn, "x")).isInstanceOf(InvalidBatchException.class)
            .hasMessageContaining("end inside");
    }

    private static ByteBuffer bytes(int... values) {
        ByteBuffer all = ByteBuffer.allocate(values.length);
        for (int value : values) {
            all.put((byte) value);
        }
        return all.flip();
    }
}
