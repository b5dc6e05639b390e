/**
 * MicroProfile metrics of the broker and of the HTTP face, with bounded labels.
 *
 * <p>What the broker counts is read once a second; recording of requests is callable from any thread.
 */
package org.partita.web.metrics;
