/**
 * Batches as producers of the Kafka protocol send them: checked away from all loops, stored byte for byte.
 *
 * <p>{@link org.partita.core.produce.BatchIntake} is callable from any thread.
 */
package org.partita.core.produce;
