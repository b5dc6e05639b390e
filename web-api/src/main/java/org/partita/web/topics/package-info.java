/**
 * Topics over HTTP: create, list, describe, change, delete.
 *
 * <p>Resources run on request threads and never wait for the broker.
 */
package org.partita.web.topics;
