/**
 * JAX-RS face of the broker: topics, publish, fetch, cluster, problem details, health, metrics.
 *
 * <p>Classes here translate and delegate; rules live in the core. Called on the server's request threads.
 */
package org.partita.web;
