/**
 * Kafka wire protocol: the listener for clients and followers, and the follower's fetch client.
 *
 * <p>Knows the core's ports and the protocol classes, never a container or a file. Empty until the data plane arrives.
 */
package org.partita.wire;
