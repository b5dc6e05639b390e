/**
 * The broker as its faces (HTTP, wire, connector) see it, and the ports it needs from its container.
 *
 * <p>Callable from any thread; nothing here blocks but starting and closing.
 */
package org.partita.core.broker;
