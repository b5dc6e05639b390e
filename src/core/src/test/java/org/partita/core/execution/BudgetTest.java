package org.partita.core.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BudgetTest {
    @Test
    void whatDoesNotFitIsNotReserved() {
        Budget budget = new Budget(10);

        assertThat(budget.tryReserve(6)).isTrue();
        assertThat(budget.tryReserve(5)).isFalse();
        assertThat(budget.tryReserve(4)).isTrue();
        assertThat(budget.used()).isEqualTo(10);
    }

    @Test
    void releasedAmountFitsAgain() {
        Budget budget = new Budget(10);
        budget.tryReserve(10);

        budget.release(10);

        assertThat(budget.tryReserve(10)).isTrue();
    }

    @Test
    void singleAmountAboveTheLimitFitsAlone() {
        Budget budget = new Budget(10);

        assertThat(budget.tryReserve(11)).isTrue();
        assertThat(budget.tryReserve(1)).isFalse();
    }

    @Test
    void releasingMoreThanReservedIsAProgrammingError() {
        Budget budget = new Budget(10);

        assertThatThrownBy(() -> budget.release(1)).isInstanceOf(IllegalStateException.class);
    }
}
