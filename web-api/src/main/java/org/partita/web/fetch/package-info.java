/**
 * Fetch over HTTP: records as message objects, their bytes untouched, in the formats a client may ask for.
 *
 * <p>Resources run on request threads and never wait for the broker; answers are written on threads for readers.
 */
package org.partita.web.fetch;
