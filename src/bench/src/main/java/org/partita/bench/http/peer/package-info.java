/**
 * What a broker's HTTP face is compared with: the same server, which reads a JSON body and throws it away.
 *
 * <p>Runs in a server of its own, never in this process.
 */
package org.partita.bench.http.peer;
