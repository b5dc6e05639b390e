package org.partita.bench.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.partita.bench.comparison.Comparison.Figure;
import org.partita.bench.comparison.Comparison.Rounds;
import org.partita.bench.comparison.Run.Programs;

/** Figures are made of what was measured, and of nothing else. */
class ComparisonTest {
    @Test
    void mediansAndRatioAreOfTheRoundsThatWereMeasured() throws IOException {
        double[] ours = {1000, 30, 10, 20};
        double[] theirs = {1, 40, 40, 80};
        int[] runs = new int[2];
        Comparison comparison = new Comparison("L1.x", List.of(new Figure("-p50", "µs")),
            () -> new double[] {ours[runs[0]++]}, () -> new double[] {theirs[runs[1]++]});
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        comparison.run(new Run(List.of("L1"), Path.of("."), new Programs(Path.of("."), Path.of(".")), Volume.FULL,
            new Rounds(1, 3), () -> { }, new PrintStream(out, true, StandardCharsets.UTF_8)));

        assertThat(out.toString(StandardCharsets.UTF_8).lines()).containsExactly("L1.x-p50\t20.0\t40.0\t0.50\tµs",
            "# L1.x-p50 rounds: partita 30 10 20 (spread 100 %), peer 40 40 80 (spread 100 %), "
                + "ratios 0.75 0.25 0.25");
    }

    @Test
    void quantilesAreMeasuredValues() {
        double[] values = new double[100];
        for (int i = 0; i < values.length; i++) values[i] = 100 - i;

        assertThat(new Samples(values).quantile(0.99)).isEqualTo(99);
        assertThat(new Samples(values).median()).isEqualTo(50.5);
        assertThat(new Samples(7).quantile(0.99)).isEqualTo(7);
    }

    @Test
    void throughputOfMessagesThatDidNotArriveIsNoFigure() {
        Iterator<Long> stored = List.of(1_000L, 1_599L).iterator();

        assertThatThrownBy(() -> MessageRate.figures(600, () -> 1, () -> Duration.ZERO, stored::next))
            .isInstanceOf(IllegalStateException.class).hasMessageContainingAll("599", "600");
    }
}
