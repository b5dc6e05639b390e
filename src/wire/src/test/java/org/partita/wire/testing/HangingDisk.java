package org.partita.wire.testing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;

import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;

/** A store that keeps reads of one partition waiting when it is told to. */
public final class HangingDisk {
    private final int partition;
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile CountDownLatch waiting = new CountDownLatch(0);
    private volatile boolean hanging;

    public HangingDisk(int partition) {
        this.partition = partition;
    }

    public SegmentStore over(SegmentStore real) {
        return proxy(SegmentStore.class, handler(real, false));
    }

    /** @param reads are begun until {@link #awaitReads} returns */
    public void hang(int reads) {
        waiting = new CountDownLatch(reads);
        hanging = true;
    }

    public void awaitReads() throws InterruptedException {
        waiting.await();
    }

    /** For good. */
    public void release() {
        hanging = false;
        released.countDown();
    }

    private InvocationHandler handler(Object real, boolean hangs) {
        return (proxy, method, arguments) -> {
            if (hangs && hanging && method.getName().equals("slice")) {
                waiting.countDown();
                released.await();
            }
            try {
                return over(method.invoke(real, arguments), hangs);
            } catch (InvocationTargetException failure) {
                throw failure.getCause();
            }
        };
    }

    private Object over(Object result, boolean hangs) {
        if (result instanceof PartitionStore store) {
            return proxy(PartitionStore.class, handler(store, store.id().partition() == partition));
        }
        return result instanceof SegmentFile ? proxy(SegmentFile.class, handler(result, hangs)) : result;
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(HangingDisk.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
