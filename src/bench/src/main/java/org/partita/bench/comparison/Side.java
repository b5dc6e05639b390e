package org.partita.bench.comparison;

import java.io.IOException;

/** One of the two that are compared. */
public interface Side {
    /**
     * Does the whole work once. Preparing and cleaning up are not part of the figures.
     *
     * @return one figure for each {@link Comparison.Figure}, in their order
     */
    double[] run() throws IOException;
}
