package org.partita.wire.testing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import org.partita.core.broker.Broker;
import org.partita.core.broker.read.PartitionBounds;
import org.partita.core.broker.read.PartitionReader;
import org.partita.core.broker.read.Wait;
import org.partita.core.record.BatchHeader;
import org.partita.storage.LogSlice;

/**
 * A broker whose partitions have one batch each, and whose reads and waits end when a test says so, on the thread of
 * the test.
 */
public final class ScriptedReads {
    private static final PartitionBounds ONE_MESSAGE = new PartitionBounds(0, 1, 1, 0);

    private final Map<Integer, PartitionReader> readers = new TreeMap<>();
    private final Map<Integer, List<Read>> reads = new TreeMap<>();
    private final List<Waiting> waits = new ArrayList<>();
    private int withoutBounds = -1;

    public Broker broker() {
        return proxy(Broker.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "reader" -> readers.computeIfAbsent((Integer) arguments[1], this::reader);
            case "await" -> begin(((List<?>) arguments[0]).size(), (Long) arguments[1]);
            case "sent" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private PartitionReader reader(int partition) {
        return proxy(PartitionReader.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "bounds" -> bounds(partition);
            case "slice" -> read(partition, (Function<?, ?>) arguments[2]);
            case "hashCode" -> partition;
            case "equals" -> proxy == arguments[0];
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private PartitionBounds bounds(int partition) {
        if (partition == withoutBounds) throw new AssertionError("on purpose");
        return ONE_MESSAGE;
    }

    private CompletableFuture<Object> read(int partition, Function<?, ?> taker) {
        Read read = new Read(taker, new CompletableFuture<>());
        reads(partition).add(read);
        return read.result;
    }

    private Wait begin(int partitions, long millis) {
        Waiting wait = new Waiting(partitions, millis, new CompletableFuture<>());
        waits.add(wait);
        return wait;
    }

    /** All that were begun of a partition, those that ended too. */
    public List<Read> reads(int partition) {
        return reads.computeIfAbsent(partition, none -> new ArrayList<>());
    }

    /** The waits for partitions that are not over. */
    public List<Waiting> polls() {
        return waits.stream().filter(each -> each.partitions > 0 && !each.over.isDone()).toList();
    }

    /** Ends the waits for time alone: whoever looks for reads that take too long does so now. */
    public void look() {
        for (Waiting each : List.copyOf(waits)) {
            if (each.partitions == 0) each.end();
        }
    }

    public void failBounds(int partition) {
        withoutBounds = partition;
    }

    /** A read that was begun. */
    public record Read(Function<?, ?> taker, CompletableFuture<Object> result) {
        @SuppressWarnings("unchecked")
        public void end() {
            result.complete(((Function<LogSlice, Object>) taker).apply(new OneBatch()));
        }
    }

    /** A wait that was begun. */
    public record Waiting(int partitions, long millis, CompletableFuture<Void> over) implements Wait {
        @Override
        public void end() {
            over.complete(null);
        }
    }

    private static final class OneBatch implements LogSlice {
        @Override
        public int lengthBytes() {
            return BatchHeader.SIZE_BYTES;
        }

        @Override
        public ByteBuffer bytes() {
            return ByteBuffer.allocate(BatchHeader.SIZE_BYTES)
                .putInt(BatchHeader.LENGTH_POSITION, BatchHeader.SIZE_BYTES - BatchHeader.LENGTH_END);
        }

        @Override
        public void copyTo(ByteBuffer target) {
            target.put(bytes());
        }

        @Override
        public void close() {
            // There is no file.
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(ScriptedReads.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
