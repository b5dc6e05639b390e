package org.partita.core.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderNamesTest {
    /** Around which what a byte means changes. */
    private static final int[] EDGES = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
        0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFF};

    @Test
    void everyCharacterIsAllowed() {
        StringBuilder all = new StringBuilder();
        for (int character = 0; character <= Character.MAX_CODE_POINT; character++) {
            boolean surrogate = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
            if (!surrogate) all.appendCodePoint(character);
        }

        assertThat(allows(all.toString().getBytes(StandardCharsets.UTF_8))).isTrue();
    }

    @Test
    void whatTheDecoderOfTheJdkRefusesIsRefusedAndNothingElse() {
        for (int first : EDGES) {
            for (int second : EDGES) {
                for (int third : EDGES) assertAsDecoded((byte) first, (byte) second, (byte) third);
            }
        }
    }

    @Test
    void randomBytesAreJudgedAsTheDecoderOfTheJdkJudgesThem() {
        SplittableRandom random = new SplittableRandom(21);
        for (int step = 0; step < 20_000; step++) {
            byte[] name = new byte[random.nextInt(7)];
            for (int i = 0; i < name.length; i++) name[i] = (byte) EDGES[random.nextInt(EDGES.length)];
            assertAsDecoded(name);
        }
    }

    /** What stands before and behind a name does not count. */
    @Test
    void onlyTheNameIsLookedAt() {
        ByteBuffer in = ByteBuffer.wrap(new byte[] {(byte) 0xC3, 'a', (byte) 0xC3, (byte) 0xA4});

        HeaderNames.requireAllowed(in, 1, 2);
        HeaderNames.requireAllowed(in, 1, 4);
        assertThatThrownBy(() -> HeaderNames.requireAllowed(in, 1, 3)).isInstanceOf(BatchRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"partita-", "PARTITA-", "Partita-x", "pArTiTa-idempotency"})
    void namesOfTheBrokerAreRefusedInEveryCase(String name) {
        assertThatThrownBy(() -> allow(name.getBytes(StandardCharsets.UTF_8)))
            .isInstanceOf(BatchRefusedException.class).hasMessageContaining("belong to the broker");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "partita", "partita_x", "partita\r", "xpartita-", "part\u0131ta-", "part\u0130ta-"})
    void namesThatAreOnlySimilarAreNot(String name) {
        assertThat(allows(name.getBytes(StandardCharsets.UTF_8))).isTrue();
    }

    private static void assertAsDecoded(byte... name) {
        assertThat(allows(name)).as(() -> HexFormat.of().formatHex(name)).isEqualTo(isDecoded(name));
    }

    private static boolean isDecoded(byte... name) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name));
            return true;
        } catch (CharacterCodingException noText) {
            return false;
        }
    }

    private static boolean allows(byte... name) {
        try {
            allow(name);
            return true;
        } catch (BatchRefusedException refused) {
            return false;
        }
    }

    private static void allow(byte... name) {
        HeaderNames.requireAllowed(ByteBuffer.wrap(name), 0, name.length);
    }
}
