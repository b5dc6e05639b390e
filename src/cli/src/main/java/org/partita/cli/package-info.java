/**
 * The command {@code bin/partita}: entry point, help, and the commands for people.
 *
 * <p>Entry point of a process; nobody else calls it. The broker's launcher is the package below.
 */
package org.partita.cli;
