/**
 * Bodies of answers that have no end: written without waiting for the client.
 *
 * <p>For the tails. A stream is used by one thread at a time; its listener hears of the client on any.
 */
package org.partita.web.stream;
