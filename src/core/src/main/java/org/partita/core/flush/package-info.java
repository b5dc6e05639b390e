/**
 * What a log waits for the disk for, away from its loop: forces, shared by the appends that arrived meanwhile, and
 * rolls.
 *
 * <p>Called by the replica on its loop; the waiting is done on the threads for the disk, a few for each data directory.
 */
package org.partita.core.flush;
