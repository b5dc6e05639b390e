/**
 * The command {@code bin/partita}: the launcher of a Payara Micro broker, and the commands for people.
 *
 * <p>Entry point of a JVM; nobody else calls it.
 */
package org.partita.cli;
