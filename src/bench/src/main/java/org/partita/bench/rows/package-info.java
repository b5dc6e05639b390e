/**
 * Side-by-side rows: the same work by Partita and by a peer, in turn, and what their figures have in common.
 *
 * <p>Started by {@code run.sh}. One thread measures at a time.
 */
package org.partita.bench.rows;
