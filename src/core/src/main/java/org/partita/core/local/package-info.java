/**
 * A broker that is alone in its cluster: every topic and partition of its data directories, led here.
 *
 * <p>{@link org.partita.core.local.LocalBroker} is callable from any thread. Topics change on the metadata loop only;
 * starting waits for the disk.
 */
package org.partita.core.local;
