/**
 * Runs the broker's core in one thread under virtual time, with every choice drawn from one seed, and checks after each
 * fault that what was promised holds. Same seed, same trace.
 *
 * <p>For tests only. {@link org.partita.simulation.Simulation} is the way in.
 */
package org.partita.simulation;
