/**
 * Metadata for clients and the state of the cluster over HTTP.
 *
 * <p>Resources run on request threads and never wait for the broker.
 */
package org.partita.web.cluster;
