/**
 * Implementation of the client API on the Kafka client, for the connector and for Java SE.
 *
 * <p>Applications use {@code org.partita.client} only. Empty until the enterprise face arrives.
 */
package org.partita.client.impl;
