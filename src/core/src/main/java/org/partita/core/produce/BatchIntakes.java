package org.partita.core.produce;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

import org.partita.core.execution.Completions;
import org.partita.core.execution.Loop;
import org.partita.core.execution.Loops;
import org.partita.core.execution.Timers;
import org.partita.core.replication.PartitionReplica;

/**
 * Makes the intakes of a broker.
 *
 * @param lanes on threads that may compute for a while
 */
public record BatchIntakes(BatchCheck check, Loops lanes, Timers timers, Completions completions) {
    public BatchIntakes {
        requireNonNull(check, "check");
        requireNonNull(lanes, "lanes");
        requireNonNull(timers, "timers");
        requireNonNull(completions, "completions");
    }

    /** @param replicas of a topic, by partition number */
    public List<BatchIntake> of(String topic, List<PartitionReplica> replicas) {
        List<BatchIntake> intakes = new ArrayList<>();
        for (PartitionReplica each : replicas) {
            String name = topic + "-" + intakes.size();
            Loop lane = new Loop(lanes.open("checks of " + name), timers);
            intakes.add(new BatchIntake(each, name, check, lane, timers, completions));
        }
        return intakes;
    }
}
