/**
 * Fetching: from a request, alone or of a session, to batches as they are stored.
 *
 * <p>Called on event loops and on completion threads; never blocks. Sessions are shared by all connections.
 */
package org.partita.wire.api.fetch;
