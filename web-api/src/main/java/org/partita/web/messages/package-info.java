/**
 * Publish over HTTP: the message envelope, its bytes untouched, and the answers.
 *
 * <p>Resources run on request threads and never wait for the broker; readers belong to one request.
 */
package org.partita.web.messages;
