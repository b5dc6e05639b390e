/**
 * The launcher: one broker in Payara Micro in this process, from the checks before the start to the clean end.
 *
 * <p>Called by the command line only. Only {@code PayaraServer} touches the server's API. The class path of the
 * launcher is the parent of the server's, so it holds nothing but this module, the settings and picocli.
 */
package org.partita.cli.broker;
