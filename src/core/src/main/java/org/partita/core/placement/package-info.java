/**
 * Which partition a message goes to: key hashing, slots, and the choice for messages without a key.
 *
 * <p>Pure functions and small values; callable from anywhere.
 */
package org.partita.core.placement;
