/**
 * Publish over HTTP: the message envelope, its bytes untouched, and the answers.
 *
 * <p>Resources run on request threads. They wait for the broker only to hold back the sender of a body that is read in
 * parts, and no longer than its timeout. Readers and writers belong to one request.
 */
package org.partita.web.messages;
