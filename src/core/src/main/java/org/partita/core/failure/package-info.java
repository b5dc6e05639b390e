/**
 * What may be told of a failure outside the broker.
 *
 * <p>Used by every face; callable from any thread.
 */
package org.partita.core.failure;
