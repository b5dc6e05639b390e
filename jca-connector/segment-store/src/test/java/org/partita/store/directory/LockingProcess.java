package org.partita.store.directory;

import java.io.IOException;
import java.nio.file.Path;
import org.partita.store.disk.NioDisk;
import org.partita.store.disk.DiskFile;

/** Another process that locks a file: tells whether it could, and holds the lock until it is killed if asked to. */
final class LockingProcess {
    private LockingProcess() {
    }

    public static void main(String[] arguments) throws IOException {
        try (DiskFile file = new NioDisk().open(Path.of(arguments[0]))) {
            System.out.println(file.tryLock() ? "taken" : "refused");
            if (arguments[1].equals("hold")) System.in.read();
        }
    }
}
