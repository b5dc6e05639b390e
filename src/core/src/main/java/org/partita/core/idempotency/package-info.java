/**
 * Idempotency keys: what a broker remembers of a keyed message, so that the same request stores it once.
 *
 * <p>A stamp in the record says which message of which request it is; the table of a partition finds it again. The
 * table belongs to its partition's loop, is kept while appending, and made again at open from a snapshot and the log.
 */
package org.partita.core.idempotency;
