package org.partita.simulation.invariant;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** All invariants together. Keeps the first violation, because it may be found where exceptions get lost. */
public final class Promises {
    private final List<Invariant> invariants = List.of(new AcknowledgedRecordsSurvive(), new ReadRecordsNeverChange(),
        new OffsetsAreContiguous(), new RecordsAreStoredOnce(), new RepeatedRequestsAreStoredOnce(),
        new AnswersHaveTheTimeOfTheLog(), new PublishOrderIsKept(), new SequencesAreWhole(), new TopicsSurvive(),
        new TopicChangesAreWhole());
    private Optional<RuntimeException> violation = Optional.empty();

    public void tell(Consumer<Invariant> event) {
        for (Invariant invariant : invariants) {
            try {
                event.accept(invariant);
            } catch (InvariantViolation broken) {
                fail(broken);
            }
        }
    }

    /** Something happened that no invariant is needed to call wrong. */
    public void fail(RuntimeException finding) {
        if (violation.isEmpty()) violation = Optional.of(finding);
    }

    public void check() {
        violation.ifPresent(broken -> {
            throw broken;
        });
    }
}
