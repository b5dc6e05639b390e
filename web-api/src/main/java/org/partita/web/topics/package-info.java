/**
 * Topics over HTTP: create, list, describe, delete.
 *
 * <p>Resources run on request threads and never wait for the broker.
 */
package org.partita.web.topics;
