/**
 * Every setting of a broker: name, default, meaning, in one place.
 *
 * <p>Read by the launcher and by the broker; immutable, callable from anywhere.
 */
package org.partita.settings;
