/** A real broker and clients of the Kafka protocol that are not ours: Kafka's own tools and client, kcat, and worse. */
package org.partita.systemtests.wire;
