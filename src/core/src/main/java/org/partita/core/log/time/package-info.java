/** What a log tells of the times of its records. Values only; for the log, its readers and the broker port. */
package org.partita.core.log.time;
