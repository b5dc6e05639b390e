package org.partita.core.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.common.record.DefaultRecordBatch;
import org.junit.jupiter.api.Test;
import org.partita.core.execution.Budget;
import org.partita.core.producer.SequenceCheck.Duplicate;
import org.partita.core.producer.SequenceCheck.Fenced;
import org.partita.core.producer.SequenceCheck.New;
import org.partita.core.producer.SequenceCheck.OutOfOrder;
import org.partita.core.record.InvalidBatchException;

/** The rules of KIP-98 and KIP-360 as brokers of Kafka 4 keep them, one by one. */
class ProducerTableTest {
    private static final int MAX = Integer.MAX_VALUE;
    private static final New NEW = New.INSTANCE;

    private final ProducerTable table = new ProducerTable(ProducerLimits.DEFAULT, new Budget(1_000));
    private long endOffset = 100;

    private void append(long producerId, int epoch, int baseSequence, int recordCount) {
        append(new Sent(producerId, epoch, baseSequence, recordCount), OptionalLong.empty());
    }

    private void append(Sent batch, OptionalLong appendMillis) {
        ProducerAppend append = table.begin(0);
        assertThat(append.check(batch.header())).isEqualTo(NEW);
        append.appended(batch.at(endOffset, appendMillis), 0);
        append.ended();
        endOffset += batch.recordCount();
    }

    private SequenceCheck check(long producerId, int epoch, int baseSequence, int recordCount) {
        return table.begin(0).check(new Sent(producerId, epoch, baseSequence, recordCount).header());
    }

    @Test
    void producerThatIsNotKnownMayBeginAnywhere() {
        assertThat(check(7, 0, 0, 1)).isEqualTo(NEW);
        assertThat(check(7, 5, 41, 2)).isEqualTo(NEW);
        assertThat(check(7, 32_767, MAX, 3)).isEqualTo(NEW);
        assertThat(table.size()).isZero();
    }

    @Test
    void batchBehindTheLastOneIsNew() {
        append(7, 0, 41, 2);

        assertThat(check(7, 0, 43, 10)).isEqualTo(NEW);
    }

    @Test
    void gapIsOutOfOrder() {
        append(7, 0, 0, 5);

        assertThat(check(7, 0, 6, 1)).isEqualTo(new OutOfOrder(5));
        assertThat(check(7, 0, MAX, 1)).isEqualTo(new OutOfOrder(5));
    }

    @Test
    void eachOfTheLastFiveBatchesIsKnownAgain() {
        for (int i = 0; i < 6; i++) append(7, 2, 10 * i, 10);

        assertThat(check(7, 2, 0, 10)).isEqualTo(new OutOfOrder(60));
        for (int i = 1; i < 6; i++) {
            assertThat(check(7, 2, 10 * i, 10))
                .isEqualTo(new Duplicate(new Sent(7, 2, 10 * i, 10).at(100 + 10 * i)));
        }
    }

    @Test
    void repetitionIsAnsweredWithTheTimeOfItsAppend() {
        append(new Sent(7, 0, 0, 3), OptionalLong.of(1_234));

        assertThat(check(7, 0, 0, 3))
            .isEqualTo(new Duplicate(new Sent(7, 0, 0, 3).at(100, OptionalLong.of(1_234))));
    }

    @Test
    void onlyAnExactMatchIsARepetition() {
        append(7, 0, 0, 5);
        append(7, 0, 5, 5);

        assertThat(check(7, 0, 0, 4)).isEqualTo(new OutOfOrder(10));
        assertThat(check(7, 0, 0, 10)).isEqualTo(new OutOfOrder(10));
        assertThat(check(7, 0, 6, 4)).isEqualTo(new OutOfOrder(10));
        assertThat(check(7, 0, 6, 5)).isEqualTo(new OutOfOrder(10));
    }

    @Test
    void behindTheHighestSequenceNumberComesZero() {
        append(7, 0, MAX - 4, 5);

        assertThat(check(7, 0, 1, 1)).isEqualTo(new OutOfOrder(0));
        assertThat(check(7, 0, 0, 2)).isEqualTo(NEW);
    }

    @Test
    void batchMayReachAcrossTheHighestSequenceNumber() {
        append(7, 0, MAX - 1, 5);

        assertThat(check(7, 0, MAX - 1, 5)).isEqualTo(new Duplicate(new Sent(7, 0, MAX - 1, 5).at(100)));
        assertThat(check(7, 0, 0, 1)).isEqualTo(new OutOfOrder(3));
        assertThat(check(7, 0, 3, 1)).isEqualTo(NEW);
    }

    @Property(tries = 500)
    void sequenceNumbersGoOnAsTheClientOfKafkaCounts(@ForAll @IntRange(min = 0) int sequence,
                                                    @ForAll @IntRange(min = 1) int records) {
        assertThat(SequencePosition.plus(sequence, records))
            .isEqualTo(DefaultRecordBatch.incrementSequence(sequence, records));
    }

    @Test
    void newEpochBeginsAtZero() {
        append(7, 3, 0, 5);

        assertThat(check(7, 4, 5, 1)).isEqualTo(new OutOfOrder(0));
        assertThat(check(7, 4, 0, 1)).isEqualTo(NEW);
        assertThat(check(7, 9, 0, 1)).isEqualTo(NEW);
    }

    @Test
    void olderEpochIsFencedEvenWithWhatIsStored() {
        append(7, 3, 0, 5);
        append(7, 4, 0, 5);

        assertThat(check(7, 3, 0, 5)).isEqualTo(new Fenced((short) 4));
        assertThat(check(7, 3, 5, 1)).isEqualTo(new Fenced((short) 4));
    }

    @Test
    void batchesOfAnEarlierEpochAreForgotten() {
        append(7, 3, 0, 5);
        append(7, 3, 5, 5);
        append(7, 4, 0, 1);

        assertThat(check(7, 4, 5, 5)).isEqualTo(new OutOfOrder(1));
        assertThat(table.find(7).orElseThrow().batchCount()).isEqualTo(1);
    }

    @Test
    void producersDoNotSeeEachOther() {
        append(7, 3, 0, 5);
        append(8, 0, 100, 5);

        assertThat(check(7, 3, 5, 1)).isEqualTo(NEW);
        assertThat(check(8, 0, 105, 1)).isEqualTo(NEW);
        assertThat(check(8, 0, 5, 1)).isEqualTo(new OutOfOrder(105));
    }

    @Test
    void batchWithoutAProducerIsAlwaysNewAndNotRemembered() {
        append(Sent.withoutProducer(3), OptionalLong.empty());
        append(Sent.withoutProducer(3), OptionalLong.empty());

        assertThat(table.size()).isZero();
    }

    @Test
    void whatNoClientMaySendIsRefused() {
        assertThatThrownBy(() -> check(7, -1, 0, 1)).isInstanceOf(InvalidBatchException.class)
            .hasMessageContaining("epoch -1");
        assertThatThrownBy(() -> check(7, 0, -1, 1)).isInstanceOf(InvalidBatchException.class)
            .hasMessageContaining("sequence -1");
        assertThatThrownBy(() -> table.begin(0).check(new Sent(7, 0, 0, 1).controlHeader()))
            .isInstanceOf(InvalidBatchException.class).hasMessageContaining("control");
    }

    @Test
    void tableIsFilledFromHeadersWhateverTheySay() {
        table.recover(new Sent(7, 3, 0, 5).headerAt(0, OptionalLong.empty()), 0);
        table.recover(Sent.withoutProducer(5).headerAt(5, OptionalLong.empty()), 0);
        table.recover(new Sent(7, 3, 9, 5).headerAt(10, OptionalLong.of(99)), 0);
        table.recover(new Sent(8, 3, -1, 5).headerAt(15, OptionalLong.empty()), 0);
        table.recover(new Sent(9, 3, 0, 1).controlHeader(), 0);

        assertThat(table.size()).isEqualTo(1);
        assertThat(check(7, 3, 9, 5)).isEqualTo(new Duplicate(new Sent(7, 3, 9, 5).at(10, OptionalLong.of(99))));
        assertThat(check(7, 3, 14, 1)).isEqualTo(NEW);
    }

    @Test
    void epochFoundLaterInTheLogCountsEvenIfItIsLower() {
        table.recover(new Sent(7, 3, 0, 5).headerAt(0, OptionalLong.empty()), 0);
        table.recover(new Sent(7, 2, 50, 5).headerAt(5, OptionalLong.empty()), 0);

        assertThat(check(7, 2, 55, 1)).isEqualTo(NEW);
    }

    @Test
    void tableThatWasNotClearedWhenTheLogWasCutIsFound() {
        append(7, 0, 0, 5);

        assertThatThrownBy(() -> table.recover(new Sent(7, 0, 0, 5).headerAt(103, OptionalLong.empty()), 0))
            .isInstanceOf(IllegalStateException.class).hasMessageContaining("cleared");
        assertThat(check(7, 0, 5, 1)).isEqualTo(NEW);
    }
}
