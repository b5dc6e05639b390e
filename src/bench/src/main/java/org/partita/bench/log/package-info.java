/**
 * What the log costs on a real data directory: append, force, read, recovery.
 *
 * <p>Started by JMH and by the rows. One thread uses a log at a time.
 */
package org.partita.bench.log;
