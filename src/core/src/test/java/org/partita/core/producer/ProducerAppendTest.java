package org.partita.core.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.NoSuchElementException;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;
import org.partita.core.execution.Budget;
import org.partita.core.producer.SequenceCheck.Duplicate;
import org.partita.core.producer.SequenceCheck.Fenced;
import org.partita.core.producer.SequenceCheck.New;
import org.partita.core.producer.SequenceCheck.OutOfOrder;

/** Several batches of one append. */
class ProducerAppendTest {
    private static final New NEW = New.INSTANCE;

    private final ProducerTable table = new ProducerTable(ProducerLimits.DEFAULT, new Budget(1_000));
    private final ProducerAppend append = table.begin(0);

    private SequenceCheck check(Sent batch) {
        return append.check(batch.header());
    }

    private SequenceCheck checkAnew(Sent batch) {
        return table.begin(0).check(batch.header());
    }

    @Test
    void batchesAreCheckedAsIfThoseBeforeThemWereInTheLog() {
        assertThat(check(new Sent(7, 0, 0, 5))).isEqualTo(NEW);
        assertThat(check(new Sent(7, 0, 5, 5))).isEqualTo(NEW);
        assertThat(check(new Sent(7, 0, 11, 5))).isEqualTo(new OutOfOrder(10));
        assertThat(check(new Sent(8, 2, 33, 5))).isEqualTo(NEW);
        assertThat(check(new Sent(7, 0, 10, 5))).isEqualTo(NEW);
        assertThat(check(new Sent(8, 2, 38, 1))).isEqualTo(NEW);
    }

    @Test
    void tableKnowsNothingOfThemUntilTheyAreInTheLog() {
        check(new Sent(7, 0, 0, 5));
        check(new Sent(7, 0, 5, 5));

        assertThat(checkAnew(new Sent(7, 0, 5, 5))).isEqualTo(NEW);
        append.appended(new Sent(7, 0, 0, 5).at(30), 0);
        assertThat(checkAnew(new Sent(7, 0, 0, 5))).isEqualTo(new Duplicate(new Sent(7, 0, 0, 5).at(30)));
        assertThat(checkAnew(new Sent(7, 0, 10, 5))).isEqualTo(new OutOfOrder(5));
        append.appended(new Sent(7, 0, 5, 5).at(35), 0);
        assertThat(checkAnew(new Sent(7, 0, 10, 5))).isEqualTo(NEW);
    }

    @Test
    void whatIsNotAppendedWhenItEndsIsForgotten() {
        check(new Sent(7, 0, 0, 5));
        check(new Sent(7, 0, 5, 5));
        check(new Sent(8, 0, 0, 5));
        append.appended(new Sent(7, 0, 0, 5).at(30), 0);

        append.ended();
        append.ended();

        assertThatThrownBy(() -> append.appended(new Sent(7, 0, 5, 5).at(35), 0))
            .isInstanceOf(NoSuchElementException.class);
        assertThat(table.size()).isEqualTo(1);
        assertThat(check(new Sent(7, 0, 5, 5))).isEqualTo(NEW);
        assertThat(checkAnew(new Sent(7, 0, 5, 5))).isEqualTo(NEW);
        assertThat(checkAnew(new Sent(8, 0, 3, 5))).isEqualTo(NEW);
    }

    @Test
    void repetitionsAreFoundAmongNewBatches() {
        table.recover(new Sent(7, 0, 0, 5).headerAt(30, OptionalLong.empty()), 0);

        assertThat(check(new Sent(7, 0, 0, 5))).isEqualTo(new Duplicate(new Sent(7, 0, 0, 5).at(30)));
        assertThat(check(new Sent(7, 0, 5, 5))).isEqualTo(NEW);
        assertThat(check(new Sent(7, 0, 0, 5))).isEqualTo(new Duplicate(new Sent(7, 0, 0, 5).at(30)));
        assertThat(check(new Sent(7, 0, 10, 5))).isEqualTo(NEW);
    }

    @Test
    void batchThatIsTwiceInOneAppendIsOutOfOrder() {
        check(new Sent(7, 0, 0, 5));

        assertThat(check(new Sent(7, 0, 0, 5))).isEqualTo(new OutOfOrder(5));
    }

    @Test
    void epochMayRiseWithinAnAppendButNotFall() {
        table.recover(new Sent(7, 0, 0, 5).headerAt(30, OptionalLong.empty()), 0);

        assertThat(check(new Sent(7, 1, 5, 5))).isEqualTo(new OutOfOrder(0));
        assertThat(check(new Sent(7, 1, 0, 5))).isEqualTo(NEW);
        assertThat(check(new Sent(7, 0, 0, 5))).isEqualTo(new Fenced((short) 1));
        assertThat(check(new Sent(7, 1, 5, 5))).isEqualTo(NEW);
    }

    @Test
    void batchesWithoutAProducerHaveTheirTurnToo() {
        check(Sent.withoutProducer(3));
        check(new Sent(7, 0, 0, 5));

        append.appended(Sent.withoutProducer(3).at(30), 0);
        append.appended(new Sent(7, 0, 0, 5).at(33), 0);

        assertThat(checkAnew(new Sent(7, 0, 0, 5))).isEqualTo(new Duplicate(new Sent(7, 0, 0, 5).at(33)));
    }

    @Test
    void anotherBatchThanTheNextIsAMistake() {
        check(new Sent(7, 0, 0, 5));

        assertThatThrownBy(() -> append.appended(new Sent(7, 0, 0, 4).at(30), 0))
            .isInstanceOf(IllegalStateException.class).hasMessageContaining("5 records");
        assertThat(table.size()).isZero();
    }

    @Test
    void newBatchOfAProducerThatWasForgottenMeanwhileIsRemembered() {
        ProducerTable small = new ProducerTable(new ProducerLimits(1, 1, 1_000), new Budget(1));
        small.recover(new Sent(7, 0, 0, 5).headerAt(30, OptionalLong.empty()), 0);
        ProducerAppend slow = small.begin(0);
        slow.check(new Sent(7, 0, 5, 5).header());
        small.dropExpired(1_000);

        slow.appended(new Sent(7, 0, 5, 5).at(35), 1_000);

        assertThat(small.begin(1_000).check(new Sent(7, 0, 10, 1).header())).isEqualTo(NEW);
        assertThat(small.begin(1_000).check(new Sent(7, 0, 5, 5).header()))
            .isEqualTo(new Duplicate(new Sent(7, 0, 5, 5).at(35)));
    }
}
