/**
 * Idempotent producers of the Kafka protocol: what a replica remembers of them, so that a batch that is sent again is
 * stored once, and where their ids come from.
 *
 * <p>The table of a partition belongs to its partition's loop, is kept while appending, and made again at open from a
 * snapshot and the headers behind it. Ids come from one allocator for a broker.
 */
package org.partita.core.producer;
