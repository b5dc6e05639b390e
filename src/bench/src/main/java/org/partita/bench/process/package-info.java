/**
 * Servers that are measured, as processes of this machine.
 *
 * <p>For the packages that know how one is started. One thread at a time.
 */
package org.partita.bench.process;
