/**
 * Micro-benchmarks and side-by-side runs against peers; {@code run.sh} starts both.
 *
 * <p>Never shipped, never timed in a test. May open files itself: a peer is a plain file.
 */
package org.partita.bench;
