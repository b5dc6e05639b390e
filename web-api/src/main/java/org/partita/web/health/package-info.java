/**
 * MicroProfile Health of the broker: whether it serves, and if not, why.
 *
 * <p>Called by the server's health endpoint, from any thread.
 */
package org.partita.web.health;
