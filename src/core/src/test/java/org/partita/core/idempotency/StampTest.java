package org.partita.core.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

import org.partita.core.record.Bytes;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordHeader;

class StampTest {
    private static final RecordHeader OTHER = new RecordHeader("h", Bytes.utf8("v"));

    @Property(tries = 200)
    void stampIsReadBackFromItsRecordAndHidden(@ForAll long a, @ForAll long b, @ForAll long millis,
                                               @ForAll @IntRange(max = Integer.MAX_VALUE) int index) {
        Stamp stamp = new Stamp(new Fingerprint(a, b), index, new Fingerprint(b, ~a), millis);

        NewRecord stamped = Stamper.stamped(new NewRecord(5, Bytes.NULL, Bytes.EMPTY, List.of(OTHER)), stamp);

        assertThat(Stamp.in(stamped.headers())).contains(stamp);
        assertThat(Stamp.hiddenIn(stamped.headers())).containsExactly(OTHER);
    }

    @Test
    void headersWithoutAStampStayTheSameList() {
        List<RecordHeader> headers = List.of(OTHER);

        assertThat(Stamp.hiddenIn(headers)).isSameAs(headers);
        assertThat(Stamp.in(headers)).isEmpty();
    }

    @Test
    void whatIsNoStampOfThisVersionIsPassedOver() {
        byte[] whole = new Stamp(new Fingerprint(1, 2), 3, new Fingerprint(4, 5), 6).header().value().toArray();
        byte[] otherFormat = whole.clone();
        otherFormat[0] = 2;
        byte[] negativeIndex = whole.clone();
        negativeIndex[17] = -1;

        for (Bytes value : List.of(Bytes.NULL, Bytes.EMPTY, Bytes.of(new byte[44]), Bytes.of(otherFormat),
            Bytes.of(negativeIndex))) {
            assertThat(Stamp.in(List.of(new RecordHeader(Stamp.HEADER_NAME, value)))).isEmpty();
        }
    }

    @Test
    void everyPartOfAMessageCountsInItsFingerprint() {
        Bytes key = Bytes.utf8("k");
        Bytes value = Bytes.utf8("v");

        assertThat(List.of(Fingerprint.ofMessage(-1, key, value, List.of()),
            Fingerprint.ofMessage(0, key, value, List.of()),
            Fingerprint.ofMessage(-1, Bytes.NULL, value, List.of()),
            Fingerprint.ofMessage(-1, Bytes.EMPTY, value, List.of()),
            Fingerprint.ofMessage(-1, Bytes.utf8("kv"), Bytes.EMPTY, List.of()),
            Fingerprint.ofMessage(-1, key, Bytes.NULL, List.of()),
            Fingerprint.ofMessage(-1, key, value, List.of(OTHER)),
            Fingerprint.ofMessage(-1, key, value, List.of(new RecordHeader("hv", Bytes.EMPTY))),
            Fingerprint.ofMessage(-1, key, value, List.of(new RecordHeader("h", Bytes.NULL))),
            Fingerprint.ofMessage(-1, key, value, List.of(OTHER, OTHER)))).doesNotHaveDuplicates();
        assertThat(Fingerprint.ofMessage(-1, key, value, List.of(OTHER)))
            .isEqualTo(Fingerprint.ofMessage(-1, Bytes.utf8("k"), Bytes.utf8("v"), List.of(OTHER)));
    }
}
