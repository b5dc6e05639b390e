/**
 * The log under {@code kill -9}: core and segment store in a plain JVM without a server. {@link CrashChild} is the
 * process that dies; the parent damages files while it is down and judges what the next one finds.
 */
package org.partita.systemtests.crash;
