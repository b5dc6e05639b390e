/**
 * How many replicas have to be in sync before a leader takes an append.
 *
 * <p>Used by the replica of a partition, on its loop.
 */
package org.partita.core.replication.insync;
