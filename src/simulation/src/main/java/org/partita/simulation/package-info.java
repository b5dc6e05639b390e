/**
 * Deterministic simulation of brokers: one thread, virtual time, seeded faults, invariants after every step.
 *
 * <p>Same seed, same trace.
 */
package org.partita.simulation;
