/**
 * What must hold in every run, and what clients know of the messages they sent. Fed by the simulator's clients and
 * auditor through {@link org.partita.simulation.invariant.Promises}; belongs to the one thread of a run.
 */
package org.partita.simulation.invariant;
