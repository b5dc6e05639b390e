/**
 * The log of one partition: a list of segment files, offsets, reading, recovery.
 *
 * <p>Called by the replica that owns the partition, on its loop; readers use the published snapshot.
 */
package org.partita.core.log;
