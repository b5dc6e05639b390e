/**
 * The data directories of a broker: each with its own logs, flush scheduler and loop, so that a disk that hangs or
 * fails holds up only itself.
 *
 * <p>Used by the broker. Which partition is where belongs to the metadata loop, what is done to the files of a
 * directory to that directory's loop, and everything to the starting thread before they run.
 */
package org.partita.core.directory;
