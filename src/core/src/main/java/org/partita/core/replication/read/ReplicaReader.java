package org.partita.core.replication.read;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import org.partita.core.broker.read.PartitionBounds;
import org.partita.core.broker.read.PartitionReader;
import org.partita.core.execution.Budget;
import org.partita.core.log.OffsetOutOfRangeException;
import org.partita.core.log.PartitionLog;
import org.partita.core.log.state.EpochEnd;
import org.partita.core.log.time.TimedOffset;
import org.partita.core.record.RecordBatch;
import org.partita.core.replication.ReplicaServices;
import org.partita.core.replication.ReplicaStatus;
import org.partita.storage.BrokerException;
import org.partita.storage.LogSlice;

/** Reads the log of one replica for senders. */
public final class ReplicaReader implements PartitionReader {
    /** Retention can take away what is being searched, but hardly ever so often in a row. */
    private static final int SEARCHES = 3;
    /** What a search by time holds of the disk's bytes at a time. */
    public static final int SEARCH_BYTES = 64 << 10;
    /** What finding the batches of a slice takes; what its taker does with it is the taker's to count. */
    private static final int HEADER_BYTES = 64 << 10;

    private final ReplicaView view;
    private final ReadThreads threads;
    private final ReplicaServices services;

    public ReplicaReader(ReplicaView view, ReadThreads threads, ReplicaServices services) {
        this.view = view;
        this.threads = threads;
        this.services = services;
    }

    ReplicaView view() {
        return view;
    }

    @Override
    public PartitionBounds bounds() {
        view.log();
        ReplicaStatus status = view.status();
        return new PartitionBounds(status.logStartOffset(), status.highWatermark(), status.logEndOffset(),
            status.leaderEpoch());
    }

    @Override
    public <T> CompletionStage<T> slice(long offset, int maxBytes, Function<LogSlice, T> taker) {
        return read(offset, HEADER_BYTES, () -> {
            LogSlice slice = view.log().slice(offset, view.status().highWatermark(), maxBytes);
            try {
                return taker.apply(slice);
            } catch (RuntimeException | Error failure) {
                slice.close();
                throw failure;
            }
        });
    }

    @Override
    public CompletionStage<Optional<TimedOffset>> firstNotOlder(long timestampMillis) {
        return search((log, end) -> log.firstNotOlder(timestampMillis, end, services.codecs(),
            RecordBatch.MAX_INFLATED_BYTES));
    }

    @Override
    public CompletionStage<Optional<TimedOffset>> newest() {
        return search((log, end) -> log.newest(end, services.codecs(), RecordBatch.MAX_INFLATED_BYTES));
    }

    /** A search of a log below an offset. */
    private interface Search {
        Optional<TimedOffset> in(PartitionLog log, long endOffset);
    }

    private CompletionStage<Optional<TimedOffset>> search(Search search) {
        return read(view.status().highWatermark(), SEARCH_BYTES, () -> {
            Budget inflating = services.budgets().inflatingBytes();
            if (!inflating.tryReserve(RecordBatch.INFLATING_BYTES)) throw threads.busy();
            try {
                return searched(search, SEARCHES);
            } finally {
                inflating.release(RecordBatch.INFLATING_BYTES);
            }
        });
    }

    private Optional<TimedOffset> searched(Search search, int searches) {
        for (int left = searches; left > 1; left--) {
            try {
                return search.in(view.log(), view.status().highWatermark());
            } catch (OffsetOutOfRangeException taken) {
                continue;
            }
        }
        return search.in(view.log(), view.status().highWatermark());
    }

    private <T> CompletionStage<T> read(long offset, int heapBytes, Supplier<T> read) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        threads.run(offset, heapBytes, () -> {
            T result = read.get();
            services.completions().complete(answer, result);
        }, new ReadThreads.Asker() {
            @Override
            public void fail(BrokerException cause) {
                services.completions().fail(answer, cause);
            }

            @Override
            public void gone() {
                services.completions().run(() -> answer.completeExceptionally(reason()));
            }
        });
        return answer;
    }

    private BrokerException reason() {
        try {
            view.log();
            return threads.busy();
        } catch (BrokerException reason) {
            return reason;
        }
    }

    @Override
    public OptionalInt epochAt(long offset) {
        return view.log().epochBefore(offset + 1);
    }

    @Override
    public EpochEnd endOfEpoch(int leaderEpoch) {
        return view.log().endOfEpoch(leaderEpoch);
    }
}
