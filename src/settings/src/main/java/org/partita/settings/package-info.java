/**
 * Every setting of a broker: name, flag, default and meaning in one place, and where values come from.
 *
 * <p>Read by the launcher and by the broker; everything is immutable and callable from any thread.
 */
package org.partita.settings;
