/**
 * The log of a broker process: one line per record, and its last lines not lost.
 *
 * <p>Named in {@code conf/}; loaded by the platform's logging, safe for any thread.
 */
package org.partita.cli.logging;
