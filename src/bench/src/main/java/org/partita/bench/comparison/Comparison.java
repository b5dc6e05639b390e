package org.partita.bench.comparison;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Runs both sides in turn and prints, for each figure, the medians and how far the rounds were apart. Who begins
 * changes with every round: memory and disk are not the same for the first and the second.
 */
public final class Comparison {
    private final String row;
    private final List<Figure> figures;
    private final Side partita;
    private final Side peer;

    public Comparison(String row, List<Figure> figures, Side partita, Side peer) {
        this.row = row;
        this.figures = List.copyOf(figures);
        this.partita = partita;
        this.peer = peer;
    }

    /** Unless the row is not wanted. */
    public void run(Run run) throws IOException {
        if (!run.wants(row)) return;
        measure(run.rounds(), run.settling(), run.out());
    }

    private void measure(Rounds rounds, Run.Settling settling, PrintStream out) throws IOException {
        for (int i = 0; i < rounds.warmups(); i++) {
            partita.run();
            peer.run();
        }
        double[][] ours = new double[rounds.measured()][];
        double[][] theirs = new double[rounds.measured()][];
        for (int round = 0; round < rounds.measured(); round++) {
            boolean peerBegins = round % 2 == 1;
            if (peerBegins) theirs[round] = settled(peer, settling);
            ours[round] = settled(partita, settling);
            if (!peerBegins) theirs[round] = settled(peer, settling);
        }
        for (int i = 0; i < figures.size(); i++) print(i, Samples.column(ours, i), Samples.column(theirs, i), out);
    }

    private static double[] settled(Side side, Run.Settling settling) throws IOException {
        settling.await();
        return side.run();
    }

    private void print(int index, Samples ours, Samples theirs, PrintStream out) {
        Figure figure = figures.get(index);
        String name = row + figure.suffix();
        out.printf(Locale.ROOT, "%s\t%.1f\t%.1f\t%.2f\t%s%n", name, ours.median(), theirs.median(),
            ours.median() / theirs.median(), figure.unit());
        out.printf(Locale.ROOT, "# %s rounds: partita %s (spread %.0f %%), peer %s (spread %.0f %%), ratios %s%n", name,
            ours, ours.spreadPercent(), theirs, theirs.spreadPercent(), ours.dividedBy(theirs));
        out.flush();
    }

    /**
     * @param suffix of the row's name
     * @param unit says also which way is better
     */
    public record Figure(String suffix, String unit) {
    }

    /** How often each side runs before and while it is measured. */
    public record Rounds(int warmups, int measured) {
        public Rounds {
            if (warmups < 0) throw new IllegalArgumentException("warmups " + warmups + " < 0");
            if (measured < 1) throw new IllegalArgumentException("measured " + measured + " < 1");
        }
    }
}
