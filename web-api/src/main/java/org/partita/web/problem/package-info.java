/**
 * Problem details (RFC 9457): one table of codes, one document, one exception mapper an error family.
 *
 * <p>Used by every other package of the HTTP face; immutable values, callable from any thread.
 */
package org.partita.web.problem;
