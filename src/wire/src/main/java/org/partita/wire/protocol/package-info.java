/**
 * The Kafka protocol: which APIs there are, how requests are read and answers written, and which error means what.
 *
 * <p>The codec is that of kafka-clients. Called on event loops; nothing here blocks.
 */
package org.partita.wire.protocol;
