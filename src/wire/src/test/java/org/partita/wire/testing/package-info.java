/** What tests of the listener share: a broker in memory, and clients of their own will. */
package org.partita.wire.testing;
