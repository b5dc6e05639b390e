/**
 * Kafka as a peer: its broker in a process of its own, and its Java client.
 *
 * <p>For rows. The client has a thread of its own.
 */
package org.partita.bench.kafka;
