/**
 * Public API for enterprise applications: connection factory, connection, messages, receipts.
 *
 * <p>No third-party and no server type in any signature. Empty until the enterprise face arrives.
 */
package org.partita.client;
