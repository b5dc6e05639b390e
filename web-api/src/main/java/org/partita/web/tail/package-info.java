/**
 * Answers without an end: messages as server-sent events, as they are committed.
 *
 * <p>No thread waits for a tail or for its client. Everything a tail knows is touched on its own loop; the resources
 * run on request threads.
 */
package org.partita.web.tail;
