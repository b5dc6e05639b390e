package org.partita.systemtests.crash;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.local.LocalBroker;
import org.partita.core.log.Appended;
import org.partita.core.log.LogConfig;
import org.partita.core.log.PartitionLog;
import org.partita.core.record.Compression;
import org.partita.core.record.NewRecord;
import org.partita.core.record.RecordBatchEncoder;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentStore;
import org.partita.store.directory.DataDirectory;
import org.partita.systemtests.crash.TestTopic.Slot;

/**
 * One life of a broker without a server. Reports what it finds on the disk, then publishes until it is killed; a line
 * {@code stop} on standard input asks for an orderly end, the end of the input for the same as a kill.
 */
final class CrashChild {
    static final int PUBLISHERS = 12;
    static final int BROKER_ID = 1;

    private static final int ARCHIVED_REQUESTS = 120;
    private static final int SLOWEST_PACE = 1;

    private final Path data;
    private final Path acks;
    private final int run;
    private final PrintStream out = System.out;
    private volatile boolean stopping;

    private CrashChild(Path data, Path acks, int run) {
        this.data = data;
        this.acks = acks;
        this.run = run;
    }

    /** Arguments: data directory, file of acknowledgements, number of this life, pace of time, whether to publish. */
    public static void main(String[] arguments) throws IOException {
        CrashChild child = new CrashChild(Path.of(arguments[0]), Path.of(arguments[1]), Integer.parseInt(arguments[2]));
        if (child.run == 0) child.prepare();
        else child.live(Integer.parseInt(arguments[3]), Boolean.parseBoolean(arguments[4]));
    }

    private void tell(String line) {
        out.println(line);
        out.flush();
    }

    private void live(int pace, boolean publish) throws IOException {
        Ledger ledger = Ledger.read(acks);
        long startedNanos = System.nanoTime();
        try (DataDirectory directory = DataDirectory.open(data, BROKER_ID); SegmentStore store = directory.connect();
             BrokerThreads threads = new BrokerThreads(pace)) {
            LocalBroker broker = LocalBroker.start(new BrokerConfig(BROKER_ID, false), threads.ports(store));
            tell(AuditReport.STARTED + "\t" + (System.nanoTime() - startedNanos) / 1_000_000);
            tell(AuditReport.AUDITED + "\t" + new Audit(broker, ledger, this::tell).run());
            if (publish) publish(broker, ledger);
            awaitStop();
            stopping = true;
            tell(AuditReport.STOPPED + "\t" + broker.stop().toCompletableFuture().join());
        }
    }

    private void publish(LocalBroker broker, Ledger ledger) throws IOException {
        Ledger.Writer acknowledged = new Ledger.Writer(acks);
        for (int publisher = 0; publisher < PUBLISHERS; publisher++) {
            Thread thread = new Thread(new Publisher(broker, ledger, acknowledged, run, publisher, this::tell,
                () -> stopping));
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static void awaitStop() throws IOException {
        byte[] line = System.in.readNBytes(ChildProcess.STOP.length());
        if (line.length < ChildProcess.STOP.length()) Runtime.getRuntime().halt(1);
    }

    /** Makes the topics, and the compressed beginning of one: today's clients cannot have a batch compressed. */
    private void prepare() throws IOException {
        List<UUID> ids = new ArrayList<>();
        try (DataDirectory directory = DataDirectory.open(data, BROKER_ID); SegmentStore store = directory.connect();
             BrokerThreads threads = new BrokerThreads(SLOWEST_PACE)) {
            LocalBroker broker = LocalBroker.start(new BrokerConfig(BROKER_ID, false), threads.ports(store));
            for (TestTopic topic : TestTopic.values()) {
                ids.add(broker.createTopic(topic.wish()).toCompletableFuture().join().topic().id());
            }
            broker.close();
            archive(store, ids.get(TestTopic.ARCHIVE.ordinal()));
        }
        for (TestTopic topic : TestTopic.values()) tell(topic + "\t" + ids.get(topic.ordinal()));
    }

    private void archive(SegmentStore store, UUID topicId) throws IOException {
        Ledger.Writer acknowledged = new Ledger.Writer(acks);
        for (int partition = 0; partition < TestTopic.ARCHIVE.partitions(); partition++) {
            try (PartitionLog log = PartitionLog.open(store.partition(new PartitionId(topicId, partition)),
                    new LogConfig(1 << 16))) {
                for (int sequence = 0; sequence < ARCHIVED_REQUESTS; sequence++) {
                    Request request = Request.of(Request.number(0, Request.ARCHIVIST, sequence * 2 + partition));
                    Appended where = log.append(RecordBatchEncoder.encode(Compression.GZIP, records(request)), 0);
                    for (int i = 0; i < request.messages().size(); i++) {
                        acknowledged.add(new Slot(TestTopic.ARCHIVE, partition), where.baseOffset() + i,
                            request.messageNumber(i));
                    }
                }
                log.beginFlush().force();
            }
        }
    }

    private static List<NewRecord> records(Request request) {
        long nowMillis = System.currentTimeMillis();
        return request.messages().stream().map(each -> new NewRecord(each.timestampMillis().orElse(nowMillis),
            each.key(), each.value(), each.headers())).toList();
    }
}
