/**
 * What can be measured side by side, started by {@code run.sh}: the log, and messages over HTTP.
 *
 * <p>Rows over Kafka's protocol are in a package of their own. One thread measures at a time.
 */
package org.partita.bench.rows;
