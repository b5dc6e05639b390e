package org.partita.web.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.Test;

import org.partita.web.testing.RecordedCalls;

class DepartureTest {
    private final List<String> steps = new ArrayList<>();
    private final Departure departure = new Departure();

    @Test
    void stepWaitsForTheThreadToLeave() {
        departure.afterwards(() -> steps.add("step"));
        assertThat(steps).isEmpty();

        departure.gone();

        assertThat(steps).containsExactly("step");
    }

    @Test
    void stepBehindTheDepartureRunsAtOnce() {
        departure.gone();

        departure.afterwards(() -> steps.add("step"));

        assertThat(steps).containsExactly("step");
    }

    @Test
    void secondStepIsAProgrammingError() {
        departure.afterwards(() -> steps.add("first"));

        assertThatThrownBy(() -> departure.afterwards(() -> steps.add("second")))
            .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void requestThatCameAnotherWayWaitsForNobody() {
        RecordedCalls container = new RecordedCalls();
        container.returning("getAttribute", () -> "something else");

        Departure.of(container.of(HttpServletRequest.class)).afterwards(() -> steps.add("step"));

        assertThat(steps).containsExactly("step");
    }
}
