/**
 * Sparse indexes of segments: by offset and by time, in heap while a segment grows, in files once it is closed.
 *
 * <p>Called by the log. Versions in heap have one writer, the loop of their partition; lookups come from any thread.
 */
package org.partita.core.log.index;
