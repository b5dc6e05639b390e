package org.partita.core.local;

import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerLimits;
import org.partita.core.broker.BrokerPorts;
import org.partita.core.broker.DirectoryPorts;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishRequest;
import org.partita.core.broker.TopicStatus;
import org.partita.core.execution.VirtualTime;
import org.partita.core.record.Bytes;
import org.partita.core.record.Codecs;
import org.partita.core.record.LogRecord;
import org.partita.storage.BrokerException;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.testing.MemoryDisk;
import org.partita.storage.testing.MemorySegmentStore;

/** A broker on disks in memory, one unless more are added, with one thread and time that passes on command. */
final class BrokerBench {
    static final long WALL_CLOCK_MILLIS = 1_700_000_000_000L;

    final MemoryDisk disk = new MemoryDisk(new DirectoryIdentity("test", 1, new UUID(1, 1), 1));
    final VirtualTime time = new VirtualTime();
    final VirtualTime.Lane fsyncs = time.lane();
    final VirtualTime.Lane reads = time.lane();
    final VirtualTime.Lane checks = time.lane();
    final VirtualTime.Lane completions = time.lane();
    final Map<String, VirtualTime.Lane> loops = new TreeMap<>();
    final SplittableRandom random = new SplittableRandom(7);
    long wallMillis = WALL_CLOCK_MILLIS;
    Codecs codecs = Codecs.JDK;
    final List<MemoryDisk> disks = new ArrayList<>(List.of(disk));
    final Map<MemoryDisk, VirtualTime.Lane> fsyncsOfOthers = new IdentityHashMap<>();
    List<MemorySegmentStore> stores = List.of();
    MemorySegmentStore store;
    LocalBroker broker;

    private BrokerConfig config = new BrokerConfig(1, false);

    static BrokerBench started() {
        return new BrokerBench().start();
    }

    static BrokerBench started(BrokerConfig config) {
        BrokerBench bench = new BrokerBench();
        bench.config = config;
        return bench.start();
    }

    /** A broker with two data directories, the first on {@link #disk}. */
    static BrokerBench startedOnTwoDisks() {
        BrokerBench bench = new BrokerBench();
        MemoryDisk second = new MemoryDisk(new DirectoryIdentity("test", 1, new UUID(1, 2), 1));
        bench.disks.add(second);
        bench.fsyncsOfOthers.put(second, bench.time.lane());
        return bench.start();
    }

    static BrokerConfig limits(BrokerLimits limits) {
        return new BrokerConfig(1, false, 3, limits);
    }

    BrokerBench start() {
        stores = disks.stream().map(MemoryDisk::open).toList();
        store = stores.get(0);
        List<DirectoryPorts> directories = stores.stream().map(each -> new DirectoryPorts(each,
            name -> loops.compute(name, (key, old) -> time.lane()),
            fsyncsOfOthers.getOrDefault(each.disk(), fsyncs), reads)).toList();
        broker = LocalBroker.start(config, new BrokerPorts(directories, name -> checks, completions, time,
            () -> Instant.ofEpochMilli(wallMillis), random, codecs));
        return this;
    }

    /** The loop of a data directory. */
    VirtualTime.Lane loopOf(MemoryDisk directory) {
        return loops.get("data directory " + directory.identity().directoryId());
    }

    /** Time passes on the wall and for the timers. */
    void pass(long millis) {
        for (long passed = 0; passed < millis; passed += 1_000) {
            wallMillis += 1_000;
            time.pass(1_000);
        }
    }

    BrokerBench stopAndStart() {
        if (!get(broker.stop())) throw new AssertionError("the stop was not clean");
        stores.forEach(MemorySegmentStore::close);
        time.discardAll();
        return start();
    }

    /** The process ends; what the operating system has stays. */
    BrokerBench killAndStart() {
        kill();
        return start();
    }

    void kill() {
        stores.forEach(MemorySegmentStore::close);
        time.discardAll();
    }

    /** The machine loses power; what was not forced is gone. */
    BrokerBench crashAndStart() {
        disks.forEach(MemoryDisk::crash);
        time.discardAll();
        return start();
    }

    TopicStatus create(String name, int partitions, String... settings) {
        Map<String, String> config = new TreeMap<>();
        for (int i = 0; i < settings.length; i += 2) config.put(settings[i], settings[i + 1]);
        return get(broker.createTopic(new NewTopic(name, partitions, NewTopic.DEFAULT, config)));
    }

    List<PublishOutcome> publish(String topic, OutboundMessage... messages) {
        return get(startPublish(topic, messages));
    }

    CompletionStage<List<PublishOutcome>> startPublish(String topic, OutboundMessage... messages) {
        return broker.publish(new PublishRequest(topic, List.of(messages), AckPolicy.QUORUM, 10_000));
    }

    long publishTo(String topic, int partition, String value) {
        return ((PublishOutcome.Stored) publish(topic, to(partition, value)).get(0)).offset();
    }

    FetchResult fetch(String topic, int partition, long offset) {
        return get(startFetch(topic, partition, offset, 0));
    }

    CompletionStage<FetchResult> startFetch(String topic, int partition, long offset, long waitMillis) {
        return broker.fetch(new FetchRequest(topic, partition, new FetchRequest.StartAt.Offset(offset), 500, 1 << 20,
            0, waitMillis));
    }

    List<String> values(String topic, int partition) {
        List<String> values = new ArrayList<>();
        for (LogRecord each : fetch(topic, partition, 0).records()) values.add(text(each.value()));
        return values;
    }

    <T> T get(CompletionStage<T> stage) {
        time.run();
        CompletableFuture<T> future = stage.toCompletableFuture();
        if (!future.isDone()) throw new AssertionError("not answered");
        try {
            return future.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof BrokerException ours) throw ours;
            throw failed;
        }
    }

    static OutboundMessage to(int partition, String value) {
        return new OutboundMessage(Bytes.NULL, Bytes.utf8(value), List.of(), partition, OutboundMessage.NOW);
    }

    static OutboundMessage keyed(String key, String value) {
        return new OutboundMessage(Bytes.utf8(key), Bytes.utf8(value), List.of(), OutboundMessage.ANY_PARTITION,
            OutboundMessage.NOW);
    }

    static OutboundMessage keyless(String value) {
        return to(OutboundMessage.ANY_PARTITION, value);
    }

    static String text(Bytes bytes) {
        return new String(bytes.toArray(), java.nio.charset.StandardCharsets.UTF_8);
    }
}
