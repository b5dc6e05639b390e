package org.partita.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.Test;

class GunzipTest {
    private static final int MIB = 1 << 20;

    @Test
    void inflatesUpToExactlyTheBound() throws IOException {
        ByteBuffer gzip = ByteBuffer.wrap(gzip(new byte[5000]));

        assertThat(Gunzip.inflate(gzip, 5000).remaining()).isEqualTo(5000);
        assertThatThrownBy(() -> Gunzip.inflate(gzip, 4999)).isInstanceOf(InvalidBatchException.class)
            .hasMessage("records inflate to more than 4999 bytes");
        assertThatThrownBy(() -> Gunzip.inflate(gzip, 0)).isInstanceOf(InvalidBatchException.class);
    }

    @Test
    void bombCostsNoMoreThanItsBound() throws IOException {
        ByteBuffer bomb = ByteBuffer.wrap(gzip(new byte[64 * MIB]));

        long allocated = AllocatedBytes.of(() -> assertThatThrownBy(() -> Gunzip.inflate(bomb, 2 * MIB))
            .isInstanceOf(InvalidBatchException.class));

        assertThat(bomb.remaining()).isLessThan(MIB);
        assertThat(allocated).isLessThan(10 * MIB);
    }

    @Test
    void membersBehindEachOtherAreOneContent() throws IOException {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(gzip("first ".getBytes()));
        both.write(gzip("second".getBytes()));

        ByteBuffer content = Gunzip.inflate(ByteBuffer.wrap(both.toByteArray()), MIB);

        assertThat(content).isEqualTo(ByteBuffer.wrap("first second".getBytes()));
    }

    @Test
    void optionalHeaderFieldsAreSkipped() throws IOException {
        byte[] plain = gzip("content".getBytes());
        ByteArrayOutputStream withFields = new ByteArrayOutputStream();
        withFields.write(plain, 0, 3);
        withFields.write(0x02 | 0x04 | 0x08 | 0x10);
        withFields.write(plain, 4, 6);
        withFields.write(new byte[] {3, 0, 'x', 'y', 'z', 'n', 'a', 'm', 'e', 0, 'c', 0, 17, 18});
        withFields.write(plain, 10, plain.length - 10);

        ByteBuffer content = Gunzip.inflate(ByteBuffer.wrap(withFields.toByteArray()), MIB);

        assertThat(content).isEqualTo(ByteBuffer.wrap("content".getBytes()));
    }

    @Test
    void bytesBehindTheLastMemberAreRefused() throws IOException {
        ByteArrayOutputStream trailed = new ByteArrayOutputStream();
        trailed.write(gzip("content".getBytes()));
        trailed.write(0);

        assertThatThrownBy(() -> Gunzip.inflate(ByteBuffer.wrap(trailed.toByteArray()), MIB))
            .isInstanceOf(InvalidBatchException.class);
    }

    @Test
    void everyTornOrDamagedStreamIsRefused() throws IOException {
        byte[] whole = gzip("some content that is worth it".getBytes());
        for (int length = 0; length < whole.length; length++) {
            ByteBuffer torn = ByteBuffer.wrap(whole, 0, length);

            assertThatThrownBy(() -> Gunzip.inflate(torn, MIB)).as("%d bytes", length)
                .isInstanceOf(InvalidBatchException.class);
        }
        byte[] damaged = whole.clone();
        damaged[whole.length - 6] ^= 1;
        assertThatThrownBy(() -> Gunzip.inflate(ByteBuffer.wrap(damaged), MIB)).hasMessageContaining("checksum");
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(content);
        }
        return out.toByteArray();
    }
}
