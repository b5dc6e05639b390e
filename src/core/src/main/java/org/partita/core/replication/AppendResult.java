package org.partita.core.replication;

import static java.util.Objects.requireNonNull;

import java.util.List;

import org.partita.core.log.Appended;
import org.partita.storage.BrokerException;

/** What became of the batches of one append: some first ones are stored, the others failed. */
public sealed interface AppendResult {
    /** Where the stored batches are, in the order given. */
    List<Appended> stored();

    /** Whether what is stored is fsynced. */
    boolean flushed();

    record AllStored(List<Appended> stored, boolean flushed) implements AppendResult {
        public AllStored {
            stored = List.copyOf(stored);
        }
    }

    /**
     * The batches after the stored ones are not, or are not known to be.
     *
     * @param attempted how many messages have {@code failure} as their own; those after were not attempted
     * @param highWatermark what was in the log before and is below this is stored for certain
     */
    record PartlyStored(List<Appended> stored, boolean flushed, int attempted, BrokerException failure,
                        long highWatermark) implements AppendResult {
        public PartlyStored {
            stored = List.copyOf(stored);
            requireNonNull(failure, "failure");
        }
    }
}
