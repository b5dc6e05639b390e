package org.partita.core.local;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Map;

import org.partita.core.broker.BrokerConfig;
import org.partita.core.broker.BrokerPorts;
import org.partita.core.broker.NewTopic;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentStore;
import org.partita.storage.StorageException;
import org.partita.storage.testing.MemorySegmentStore;

/** A broker whose disk makes the files of partition 0 of a topic and fails at those of partition 1. */
final class FailingDiskBroker {
    private final BrokerBench bench;
    private final LocalBroker broker;

    FailingDiskBroker(BrokerBench bench) {
        this.bench = bench;
        MemorySegmentStore real = bench.disk.open();
        SegmentStore failing = (SegmentStore) Proxy.newProxyInstance(getClass().getClassLoader(),
            new Class<?>[] {SegmentStore.class}, (proxy, method, arguments) -> {
                try {
                    Object result = method.invoke(real, arguments);
                    if (result instanceof PartitionStore files && files.id().partition() == 1) {
                        throw new StorageException("partition 1 cannot be made: on purpose");
                    }
                    return result;
                } catch (InvocationTargetException failure) {
                    throw failure.getCause();
                }
            });
        this.broker = LocalBroker.start(new BrokerConfig(1, false), new BrokerPorts(failing, name -> bench.time.lane(),
            bench.fsyncs, bench.reads, bench.completions, bench.time, () -> Instant.EPOCH, bench.random, bench.codecs));
    }

    void create(String name) {
        bench.get(broker.createTopic(new NewTopic(name, 2, NewTopic.DEFAULT, Map.of())));
    }
}
