package org.partita.simulation.invariant;

/** A promise was broken. */
public final class InvariantViolation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvariantViolation(Invariant invariant, String finding) {
        super(invariant.getClass().getSimpleName() + ": " + finding);
    }
}
