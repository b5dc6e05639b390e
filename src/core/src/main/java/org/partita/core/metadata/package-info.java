/**
 * What the cluster agrees on: topics, their configuration and placement, as one immutable image with a version.
 *
 * <p>Readable from any thread; changed on the metadata loop only.
 */
package org.partita.core.metadata;
