/**
 * Frames over TCP: connections, their bounds and deadlines, and the order of their answers. Knows no API of the
 * protocol.
 *
 * <p>{@link org.partita.wire.server.WireServer} is for whoever hosts a broker and may be called from any thread.
 * Everything of one connection happens on its event loop, where nothing may block.
 */
package org.partita.wire.server;
