/**
 * The command {@code bin/partita}: the launcher of a Payara Micro broker, and the commands for people.
 *
 * <p>Entry point of a process; nobody else calls it. Its class path is the parent of the server's, so it holds nothing
 * but this package, the settings and picocli. Only {@code PayaraServer} touches the server's API.
 */
package org.partita.cli;
