/** The enterprise archive on the full server, deployed and restarted as an administrator does it. */
package org.partita.systemtests.server;
