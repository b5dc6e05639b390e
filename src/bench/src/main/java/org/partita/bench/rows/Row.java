package org.partita.bench.rows;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

import org.partita.bench.rows.Comparison.Rounds;

/** What can be measured, see the site's page on benchmarks. */
enum Row {
    /** The log of one partition against a plain file. */
    L1 {
        @Override
        void measure(Path directory, Volume volume, Rounds rounds, PrintStream out) throws IOException {
            AppendRow.of("L1.append-async-16k", directory, SMALL, volume.unrolledBytes()).run(rounds, out);
            AppendRow.of("L1.append-async-1m", directory, LARGE, volume.unrolledBytes()).run(rounds, out);
            AppendRow.of("L1.append-rolls-1m", directory, LARGE, volume.rolledBytes()).run(rounds, out);
            CommitRow.of("L1.commit-16k", directory, SMALL, volume.commits()).run(rounds, out);
            CommitRow.of("L1.commit-1m", directory, LARGE, volume.commits() / 10).run(rounds, out);
            read("16k", directory, SMALL, volume, rounds, out);
            read("1m", directory, LARGE, volume, rounds, out);
        }

        private void read(String size, Path directory, int maxBatchBytes, Volume volume, Rounds rounds,
                          PrintStream out) throws IOException {
            try (ReadRow read = ReadRow.fill(directory, maxBatchBytes, volume.rolledBytes())) {
                read.verified("L1.read-verified-" + size).run(rounds, out);
            }
        }
    },

    /** Recovery after kill -9 against a checksum of the same files. */
    L2 {
        @Override
        void measure(Path directory, Volume volume, Rounds rounds, PrintStream out) throws IOException {
            recover("L2.recover-1k", directory, 1, volume, rounds, out);
            recover("L2.recover-16k", directory, SMALL, volume, rounds, out);
            recover("L2.recover-1m", directory, LARGE, volume, rounds, out);
        }

        private void recover(String name, Path directory, int maxBatchBytes, Volume volume, Rounds rounds,
                             PrintStream out) throws IOException {
            try (RecoveryRow recovery = RecoveryRow.afterKill(directory, maxBatchBytes, volume.rolledBytes())) {
                recovery.comparison(name).run(rounds, out);
            }
        }
    };

    private static final int SMALL = 16 << 10;
    private static final int LARGE = 1 << 20;

    abstract void measure(Path directory, Volume volume, Rounds rounds, PrintStream out) throws IOException;
}
