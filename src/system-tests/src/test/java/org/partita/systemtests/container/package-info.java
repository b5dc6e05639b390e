/** The application inside the server, looked at from inside. */
package org.partita.systemtests.container;
