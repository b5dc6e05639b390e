package org.partita.bench.rows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

import org.partita.bench.comparison.Run;
import org.partita.bench.comparison.Volume.OfLog;
import org.partita.bench.wire.BrokerPair;
import org.partita.bench.wire.WireRows;

/** What can be measured, see the site's page on benchmarks. */
enum Row {
    /** The log of one partition against a plain file. */
    L1 {
        @Override
        void measure(Run run) throws IOException {
            Path directory = run.directory();
            OfLog volume = run.volume().log();
            AppendRow.of("L1.append-async-16k", directory, SMALL, volume.unrolledBytes()).run(run);
            AppendRow.of("L1.append-async-1m", directory, LARGE, volume.unrolledBytes()).run(run);
            CommitRow.of("L1.commit-16k", directory, SMALL, volume.commits()).run(run);
            CommitRow.of("L1.commit-1m", directory, LARGE, volume.commits() / 5).run(run);
            read("16k", SMALL, run);
            read("1m", LARGE, run);
        }

        private void read(String size, int maxBatchBytes, Run run) throws IOException {
            if (!run.wants("L1.read-" + size) && !run.wants("L1.read-verified-" + size)) return;
            try (ReadRow read = ReadRow.fill(run.directory(), maxBatchBytes, run.volume().log())) {
                read.sliced("L1.read-" + size).run(run);
                read.verified("L1.read-verified-" + size).run(run);
            }
        }
    },

    /** Recovery after kill -9 against a checksum of the same files. */
    L2 {
        @Override
        void measure(Run run) throws IOException {
            recover("L2.recover-1k", 1, run);
            recover("L2.recover-16k", SMALL, run);
            recover("L2.recover-1m", LARGE, run);
        }

        private void recover(String name, int maxBatchBytes, Run run) throws IOException {
            if (!run.wants(name)) return;
            long totalBytes = run.volume().log().rolledBytes();
            try (RecoveryRow recovery = RecoveryRow.afterKill(run.directory(), maxBatchBytes, totalBytes)) {
                recovery.comparison(name).run(run);
            }
        }
    },

    /** Single messages over HTTP against requests to the same server that are thrown away. */
    H1 {
        @Override
        void measure(Run run) throws IOException {
            try (PublishRow publish = PublishRow.start(run.programs().distribution(), run.directory())) {
                publish.closedLoop("H1.1", 1, run.volume().requests()).run(run);
                publish.closedLoop("H1.8", 8, 2 * run.volume().requests()).run(run);
                publish.closedLoop("H1.64", 64, 2 * run.volume().requests()).run(run);
            }
        }
    },

    /** Batches over HTTP against the same messages through Kafka's Java client. */
    H2 {
        @Override
        void measure(Run run) throws IOException {
            BatchRow.measureAlone(run);
        }
    },

    /** Latency of single messages that are forced before they are answered, at a fixed rate. */
    H3 {
        @Override
        void measure(Run run) throws IOException {
            try (PublishRow publish = PublishRow.start(run.programs().distribution(), run.directory())) {
                publish.openLoop("H3", 1_000, run.volume().messagesAt(1_000)).run(run);
            }
        }
    },

    /** Publishes to a broker on which many readers wait, against the same to one that has none. */
    R1 {
        @Override
        void measure(Run run) throws IOException {
            try (WaitingRow waiting = WaitingRow.start(run.programs().distribution(), run.directory(),
                run.volume().readers())) {
                waiting.openLoop("R1", 500, run.volume().messagesAt(500)).run(run);
            }
        }
    },

    /** A producer over Kafka's protocol against the same to a broker of Kafka; so is what follows. */
    W1 {
        @Override
        void measure(Run run) throws IOException {
            BrokerPair.alone(run, WireRows::w1);
        }
    },

    /** Latency of a producer and a consumer at a fixed rate. */
    W2 {
        @Override
        void measure(Run run) throws IOException {
            BrokerPair.alone(run, WireRows::w2);
        }
    },

    /** Both, with everything on disk before it is acknowledged. */
    W3 {
        @Override
        void measure(Run run) throws IOException {
            BrokerPair.alone(run, WireRows::w3);
        }
    },

    /** A consumer, alone and beside a producer. */
    W4 {
        @Override
        void measure(Run run) throws IOException {
            BrokerPair.alone(run, WireRows::w4);
        }
    },

    /** A producer beside many idle connections. */
    W5 {
        @Override
        void measure(Run run) throws IOException {
            BrokerPair.alone(run, WireRows::w5);
        }
    };

    private static final int SMALL = 16 << 10;
    private static final int LARGE = 1 << 20;

    /** Measures what of this row is wanted. */
    abstract void measure(Run run) throws IOException;

    /** Measures all that is wanted. @throws IllegalArgumentException before that, if a name belongs to no row */
    static void measureAll(Run run) throws IOException {
        for (String name : run.rows()) {
            if (Arrays.stream(values()).noneMatch(row -> row.has(name))) {
                throw new IllegalArgumentException("row " + name + " is not known");
            }
        }
        for (Row row : values()) {
            if (run.wants(row.name())) row.measure(run);
        }
    }

    private boolean has(String name) {
        return name.equals(name()) || name.startsWith(name() + ".");
    }
}
