/** Starts that {@code bin/partita} refuses, and what it says then. Nothing here is called by other packages. */
package org.partita.systemtests.launcher;
