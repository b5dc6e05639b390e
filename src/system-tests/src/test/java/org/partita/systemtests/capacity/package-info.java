/** The log where it is tight: on a full disk, and with many partitions in one data directory. No server. */
package org.partita.systemtests.capacity;
