/**
 * What stands in front of JAX-RS: refuses requests that must not get further, answers what the container would answer
 * in HTML, and waits for bodies without a thread.
 *
 * <p>Called by the servlet container, from any thread.
 */
package org.partita.web.front;
