/**
 * Broker EJBs: start and stop, container threads and timers under the plain objects of the core.
 *
 * <p>Classes here translate and delegate; rules live in the core.
 */
package org.partita.broker;
