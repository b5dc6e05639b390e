/**
 * Load over HTTP: the servers that are measured, in processes of their own, and the client that both are measured with.
 *
 * <p>For rows. The client blocks one thread a connection.
 */
package org.partita.bench.http;
