/**
 * What rows have in common: two sides that do the same work in turn, how much one run does, and how figures are
 * printed.
 *
 * <p>For the packages with rows; it knows none of them. One thread measures at a time.
 */
package org.partita.bench.comparison;
