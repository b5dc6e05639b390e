/**
 * MicroProfile metrics of the broker and of the HTTP face, with bounded labels.
 *
 * <p>Registered once at start; recording is callable from any thread.
 */
package org.partita.web.metrics;
