/**
 * Produce and InitProducerId: batches go to the broker as they came, without a copy.
 *
 * <p>Called on event loops; nothing here blocks.
 */
package org.partita.wire.api.produce;
