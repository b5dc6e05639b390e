/**
 * The unit of storage and transfer: record batch v2, its records, and their encoder and decoder.
 *
 * <p>Callable from anywhere; values are immutable. Knows no files and no topics.
 */
package org.partita.core.record;
