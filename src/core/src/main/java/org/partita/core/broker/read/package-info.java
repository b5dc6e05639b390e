/**
 * What a broker lets senders read: whole batches as they are stored, and where they are, without making messages of
 * them.
 *
 * <p>For the listener of the Kafka protocol. Callable from any thread; no method blocks.
 */
package org.partita.core.broker.read;
