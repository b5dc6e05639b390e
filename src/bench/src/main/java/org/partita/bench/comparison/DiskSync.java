package org.partita.bench.comparison;

import java.io.IOException;

/** Lets the system write back everything, so that one run does not pay for the one before it. */
public final class DiskSync {
    private DiskSync() {
    }

    public static void run() throws IOException {
        Process sync = new ProcessBuilder("sync").inheritIO().start();
        try {
            if (sync.waitFor() != 0) throw new IOException("sync ended with " + sync.exitValue());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the disk was synced", e);
        }
    }
}
