package org.partita.core.local;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.partita.core.broker.AckPolicy;
import org.partita.core.log.LogConfig;
import org.partita.core.log.PartitionLog;
import org.partita.core.metadata.TopicRef;
import org.partita.core.produce.ProduceRequest;
import org.partita.core.produce.Produced;
import org.partita.core.record.RecordBatch;
import org.partita.storage.PartitionId;
import org.partita.storage.testing.MemorySegmentStore;

/** Produces to one partition of a broker in memory. */
final class ProduceBench {
    static final String TOPIC = "orders";

    final BrokerBench bench;

    ProduceBench(String... settings) {
        this(BrokerBench.started(), settings);
    }

    ProduceBench(BrokerBench bench, String... settings) {
        this.bench = bench;
        bench.create(TOPIC, 1, settings);
    }

    long produce(ByteBuffer batch) {
        return bench.get(start(batch)).where().baseOffset();
    }

    Produced produced(ByteBuffer batch) {
        return bench.get(start(batch));
    }

    CompletionStage<Produced> start(ByteBuffer batch) {
        return start(batch, AckPolicy.ALL);
    }

    CompletionStage<Produced> start(ByteBuffer batch, AckPolicy acks) {
        return bench.broker.produce(new ProduceRequest(TopicRef.named(TOPIC), 0, batch, acks, 10_000));
    }

    /** The batches on disk. Kills the broker and starts it again. */
    List<RecordBatch> stored() {
        bench.kill();
        List<RecordBatch> batches = new ArrayList<>();
        MemorySegmentStore store = bench.disk.open();
        try (PartitionLog log = PartitionLog.open(store.partition(partition()), new LogConfig(1 << 30))) {
            for (long offset = log.logStartOffset(); offset < log.logEndOffset();) {
                batches.addAll(log.read(offset, Long.MAX_VALUE, 1 << 20).batches());
                offset = batches.get(batches.size() - 1).nextOffset();
            }
        }
        store.close();
        bench.start();
        return batches;
    }

    PartitionId partition() {
        return new PartitionId(bench.broker.metadata().topic(TOPIC).orElseThrow().id(), 0);
    }
}
