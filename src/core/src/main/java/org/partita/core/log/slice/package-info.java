/** Batches of a log as they are stored. Values only; for the log, its readers and the broker port. */
package org.partita.core.log.slice;
