/**
 * Resource adapter for enterprise applications: outbound connection factory, inbound message endpoints.
 *
 * <p>Threads come from the container's WorkManager. Empty until the enterprise face arrives.
 */
package org.partita.connector;
