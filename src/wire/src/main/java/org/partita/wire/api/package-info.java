/**
 * The APIs of the Kafka protocol that are served: each turns requests into calls of the broker and back.
 *
 * <p>Handlers are called on event loops and never block. {@link org.partita.wire.api.WireApis} is for whoever starts a
 * listener; the rest is for nobody else.
 */
package org.partita.wire.api;
