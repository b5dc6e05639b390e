/**
 * What every resource needs of HTTP: bounded bodies, strict query parameters, request ids, the way to the broker.
 *
 * <p>Callable from any request thread.
 */
package org.partita.web.http;
