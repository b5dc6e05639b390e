package org.partita.wire.testing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.partita.storage.FileSlice;
import org.partita.storage.LogSlice;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;

/** A store that knows how many of its slices are open. */
public final class CountedSlices {
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger channels = new AtomicInteger();

    public SegmentStore over(SegmentStore real) {
        return proxy(SegmentStore.class, counting(real));
    }

    public int open() {
        return open.get();
    }

    /** How many channels were asked for so far. */
    public int channels() {
        return channels.get();
    }

    private InvocationHandler counting(Object real) {
        return (proxy, method, arguments) -> {
            try {
                return counted(method.invoke(real, arguments));
            } catch (InvocationTargetException failure) {
                throw failure.getCause();
            }
        };
    }

    private Object counted(Object result) {
        if (result instanceof PartitionStore) return proxy(PartitionStore.class, counting(result));
        if (result instanceof SegmentFile) return proxy(SegmentFile.class, counting(result));
        if (result instanceof FileSlice) return proxy(FileSlice.class, closing(result));
        if (result instanceof LogSlice) return proxy(LogSlice.class, closing(result));
        return result;
    }

    private InvocationHandler closing(Object slice) {
        AtomicBoolean closed = new AtomicBoolean();
        open.incrementAndGet();
        return (proxy, method, arguments) -> {
            if (method.getName().equals("close") && closed.compareAndSet(false, true)) open.decrementAndGet();
            if (method.getName().equals("channel")) channels.incrementAndGet();
            try {
                return method.invoke(slice, arguments);
            } catch (InvocationTargetException failure) {
                throw failure.getCause();
            }
        };
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(CountedSlices.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
