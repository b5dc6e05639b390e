package org.partita.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.ZipException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.web.testing.Gzip;

class GzipBodyTest {
    private static final byte[] TEXT = "{\"payload\":1}".getBytes(StandardCharsets.UTF_8);

    @Property(tries = 200)
    void whatWasCompressedComesBack(@ForAll byte[] first, @ForAll byte[] second) throws IOException {
        byte[] both = joined(Gzip.of(first), Gzip.of(second));

        assertThat(read(Gzip.of(first))).isEqualTo(first);
        assertThat(read(both)).isEqualTo(joined(first, second));
    }

    @Test
    void largeBodyThatArrivesByteByByteComesBack() throws IOException {
        byte[] large = new byte[200_000];
        new Random(7).nextBytes(large);
        InputStream slow = new ByteArrayInputStream(joined(Gzip.of(large), Gzip.of(TEXT))) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, 1));
            }

            @Override
            public synchronized int available() {
                return 0;
            }
        };

        assertThat(new GzipBody(slow).readAllBytes()).isEqualTo(joined(large, TEXT));
    }

    @Test
    void b139EveryCutIsRefused() {
        byte[] whole = Gzip.of(TEXT);

        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(cut)).as("%d of %d", length, whole.length).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void b139ChangedBytesAreRefusedOrChangeNothing() throws IOException {
        byte[] whole = Gzip.of(TEXT);

        for (int i = 0; i < whole.length; i++) {
            byte[] changed = whole.clone();
            changed[i] ^= 0x10;
            byte[] read;
            try {
                read = read(changed);
            } catch (ZipException | EOFException refused) {
                continue;
            }
            assertThat(read).as("byte %d", i).isEqualTo(TEXT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "\0", "junk behind the member that is long enough to be looked at", "\u001f"})
    void b139WhatFollowsTheLastMemberIsRefused(String junk) {
        byte[] followed = joined(Gzip.of(TEXT), junk.getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> read(followed)).isInstanceOfAny(ZipException.class, EOFException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "\0", "\r\n", "{}", "\u001fx"})
    void otherBytesBehindTheEndAreNotCalledACut(String junk) {
        byte[] followed = joined(Gzip.of(TEXT), junk.getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> read(followed)).isInstanceOf(ZipException.class)
            .hasMessage("other bytes behind its end");
    }

    @Test
    void optionalHeadersAreSkipped() throws IOException {
        byte[] plain = Gzip.of(TEXT);
        byte[] flagged = Arrays.copyOf(plain, 10);
        flagged[3] = 2 | 4 | 8 | 16;
        byte[] headers = {2, 0, 'e', 'x', 'n', 0, 'c', 0, 9, 9};

        byte[] read = read(joined(joined(flagged, headers), Arrays.copyOfRange(plain, 10, plain.length)));

        assertThat(read).isEqualTo(TEXT);
    }

    private static byte[] read(byte[] compressed) throws IOException {
        try (InputStream body = new GzipBody(new ByteArrayInputStream(compressed))) {
            return body.readAllBytes();
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
