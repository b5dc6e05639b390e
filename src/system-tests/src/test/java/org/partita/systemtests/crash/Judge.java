package org.partita.systemtests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.partita.systemtests.crash.Outcome.EndsAt;
import org.partita.systemtests.crash.Outcome.FoundAt;
import org.partita.systemtests.crash.TestTopic.Slot;

/** Holds what a start found against what it must find: partitions without an expectation are whole. */
final class Judge {
    private final CrashRounds rounds;
    private final Map<Slot, Outcome> expected = new TreeMap<>();
    private final Map<Slot, Long> lossFrom = new TreeMap<>();

    Judge(CrashRounds rounds) {
        this.rounds = rounds;
    }

    Judge expect(Slot slot, Outcome outcome) {
        expected.put(slot, outcome);
        if (outcome instanceof EndsAt end) lossFrom.put(slot, end.offset());
        return this;
    }

    Outcome expected(Slot slot) {
        return expected.getOrDefault(slot, new Outcome.Whole());
    }

    /** Takes out of the ledger what cannot be there any more. @return how many acknowledged messages that are */
    int writeOff() {
        Ledger ledger = rounds.ledger();
        return lossFrom.entrySet().stream().mapToInt(each -> ledger.lose(each.getKey(), each.getValue())).sum();
    }

    void nothingWrong(AuditReport report) {
        assertThat(report.wrong()).as("what may never be").isEmpty();
    }

    /** @param before what was acknowledged when the broker was started */
    void judge(AuditReport report, List<String> log, Ledger before) {
        nothingWrong(report);
        for (TestTopic topic : TestTopic.values()) {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                Slot slot = new Slot(topic, partition);
                if (expected(slot) instanceof FoundAt found) judgeFound(slot, found, report, log);
                else judgeServed(slot, before.end(slot), report, log);
            }
        }
    }

    private void judgeServed(Slot slot, long acknowledgedEnd, AuditReport report, List<String> log) {
        Outcome outcome = expected(slot);
        assertThat(report.offline(slot)).as("why %s is offline, %s expected", slot, outcome).isEmpty();
        assertThat(report.lost(slot)).as("lost of %s, %s expected", slot, outcome).isEmpty();
        assertThat(report.unreadable(slot)).as("unreadable of %s, %s expected", slot, outcome).isEmpty();
        if (outcome instanceof EndsAt end) {
            assertThat(report.end(slot)).as("end of %s, %s expected", slot, outcome).isEqualTo(end.offset());
            if (end.position() >= 0) assertReported(slot, end.segment(), end.position(), log);
        } else {
            assertThat(report.end(slot)).as("end of %s", slot).isGreaterThanOrEqualTo(acknowledgedEnd);
        }
    }

    private void judgeFound(Slot slot, FoundAt found, AuditReport report, List<String> log) {
        PartitionFiles.Batch batch = found.batch();
        assertReported(slot, batch.segment(), batch.position(), log);
        assertThat(report.lost(slot)).as("lost of %s", slot).isEmpty();
        if (!report.offline(slot).isEmpty()) {
            assertThat(report.offline(slot)).contains(where(slot, batch.segment(), batch.position()));
            return;
        }
        NavigableSet<Long> unreadable = report.unreadable(slot);
        assertThat(unreadable).as("unreadable of %s, %s is damaged", slot, batch)
            .containsAll(LongStream.range(batch.baseOffset(), batch.endOffset()).boxed().toList());
        assertThat(unreadable).as("unreadable of %s, %s is damaged", slot, batch)
            .allMatch(offset -> offset >= batch.baseOffset() && offset < found.readableFrom());
    }

    private void assertReported(Slot slot, long segment, long position, List<String> log) {
        assertThat(String.join("\n", log)).as("report of damage of %s", slot).contains(where(slot, segment, position));
    }

    private String where(Slot slot, long segment, long position) {
        return rounds.files(slot).id() + " segment " + segment + " position " + position + ":";
    }
}
