/**
 * Kafka wire protocol: the listener for clients and followers, and the follower's fetch client.
 *
 * <p>Knows the core's ports and the protocol classes, never a container or a file. The listener is in {@code server},
 * {@code records}, {@code protocol} and {@code api}; whoever hosts a broker starts it.
 */
package org.partita.wire;
