/**
 * Real brokers in real processes, and what a test needs to talk to them and to look at them from outside.
 *
 * <p>Nothing here knows classes of the product: a broker is a program, a port and a directory.
 */
package org.partita.systemtests.harness;
