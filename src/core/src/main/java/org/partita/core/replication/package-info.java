/**
 * One replica of one partition: appending, flushing, high watermark, acknowledgements, waiting fetches.
 *
 * <p>State is touched on the partition's loop only; answers are completed on the completion executor.
 */
package org.partita.core.replication;
