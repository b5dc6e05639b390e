/**
 * Reading a replica from other threads than its loop: what they see of it, who waits for more of it, and the threads
 * that wait for the disk.
 *
 * <p>Published to by the loop, used by any thread.
 */
package org.partita.core.replication.read;
