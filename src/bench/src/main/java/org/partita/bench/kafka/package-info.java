/**
 * Kafka's protocol: the stock Java client as load and as reader, and brokers that serve it, Kafka's among them, in
 * processes of their own.
 *
 * <p>For rows. The clients have threads of their own.
 */
package org.partita.bench.kafka;
