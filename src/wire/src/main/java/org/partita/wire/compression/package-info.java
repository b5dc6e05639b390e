/**
 * The kinds of compression that the JDK does not have, behind the core's port: snappy, lz4 and zstd, framed as Kafka
 * frames them.
 *
 * <p>Called by the core, from any thread. Takes bytes of any origin. A library is loaded by the first batch that needs
 * it.
 */
package org.partita.wire.compression;
