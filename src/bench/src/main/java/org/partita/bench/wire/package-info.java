/**
 * Rows over Kafka's protocol: a broker of Partita against one of Kafka, both asked by the same stock Java client.
 *
 * <p>For the package that names the rows. One thread measures at a time.
 */
package org.partita.bench.wire;
