/**
 * Micro-benchmarks, load generators and side-by-side runs against peers.
 *
 * <p>Never shipped, never timed in a unit test. Empty until the first hot path is measured.
 */
package org.partita.bench;
