package org.partita.wire.api.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.partita.storage.DirectoryIdentity;
import org.partita.storage.PartitionId;
import org.partita.storage.testing.MemoryDisk;
import org.partita.wire.testing.Fetches;
import org.partita.wire.testing.KafkaListener;
import org.partita.wire.testing.MemoryBroker;

/** Damage that no checksum shows, seen by fetches. */
class DamagedBatchesTest {
    private final MemoryDisk disk = new MemoryDisk(
        new DirectoryIdentity(MemoryBroker.CLUSTER_ID, KafkaListener.BROKER_ID, new UUID(1, 1), 1));
    private final KafkaListener listener = KafkaListener.on(disk.open());

    @AfterEach
    void stop() {
        listener.close();
    }

    /** Nothing is given that its client would take for other messages. */
    @Test
    void aBatchOutOfItsPlaceFailsItsPartitionOnly() throws Exception {
        UUID id = listener.memory().create("orders", 2).topic().id();
        listener.memory().publishAll("orders", 0, 1, List.of("a", "b"));
        listener.memory().publish("orders", 0, 1, "c");
        listener.memory().publish("orders", 1, 1, "d");
        int second = Fetches.partitions(Fetches.of("orders").from(0, 0, 1).ask(listener)).get(0).records()
            .sizeInBytes();
        PartitionId damaged = new PartitionId(id, 0);
        disk.overwrite(damaged, 0, second + Long.BYTES - 1, (byte) 3);

        Map<Integer, PartitionData> before =
            Fetches.partitions(Fetches.of("orders").from(0, 0).from(1, 0).ask(listener));
        Map<Integer, PartitionData> there =
            Fetches.partitions(Fetches.of("orders").from(0, 2).from(1, 0).ask(listener));

        assertThat(Fetches.offsets(before.get(0))).containsExactly(0L, 1L);
        assertThat(Fetches.offsets(before.get(1))).containsExactly(0L);
        assertThat(there.get(0).errorCode()).isEqualTo(Errors.KAFKA_STORAGE_ERROR.code());
        assertThat(Fetches.offsets(there.get(1))).containsExactly(0L);
    }
}
