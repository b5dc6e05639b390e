package org.partita.bench.wire;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Work of another thread beside what is measured. Closing it interrupts what is not done, and waits for its end. */
final class Meanwhile<T> implements AutoCloseable {
    private static final long WITHIN_SECONDS = 120;

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Future<T> work;

    Meanwhile(Callable<T> work) {
        this.work = thread.submit(work);
    }

    /** Waits until it is done. */
    T result() throws IOException {
        try {
            return work.get(WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw new IOException("what was to be done meanwhile failed", failed.getCause());
        } catch (TimeoutException late) {
            throw new IOException("what was to be done meanwhile is not done", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    /** Does not wait for longer than {@link #result} would: the clients it uses let go when they are interrupted. */
    @Override
    public void close() throws IOException {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(WITHIN_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("what was to be done meanwhile does not end");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }
}
