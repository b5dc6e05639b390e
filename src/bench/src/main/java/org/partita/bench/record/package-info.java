/**
 * Batches as benchmarks use them, and what it costs to make, check and decode one.
 *
 * <p>Called by the other benchmarks. Values are immutable.
 */
package org.partita.bench.record;
