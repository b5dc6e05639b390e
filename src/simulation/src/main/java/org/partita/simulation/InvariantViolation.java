package org.partita.simulation;

/** A promise was broken. */
final class InvariantViolation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvariantViolation(Invariant invariant, String finding) {
        super(invariant.getClass().getSimpleName() + ": " + finding);
    }
}
