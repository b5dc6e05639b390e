package org.partita.core.produce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.partita.core.execution.Budget;
import org.partita.core.metadata.TopicConfig;
import org.partita.core.metadata.TopicMetadata;
import org.partita.core.record.AllocatedBytes;
import org.partita.core.record.Codecs;
import org.partita.core.record.Compression;
import org.partita.core.record.ProducerState;

class BatchCheckTest {
    private static final int RECORDS = 2_000;
    private static final int INFLATING_BYTES = 24 << 20;
    private static final TopicMetadata TOPIC = topic(Map.of());

    private final Budget inflating = new Budget(INFLATING_BYTES);
    private final Budget compressing = new Budget(1 << 20);
    private final BatchCheck check = new BatchCheck(Codecs.JDK, inflating, compressing);

    @Test
    void recordsThatAreNotCompressedCostNoMemory() {
        ByteBuffer batch = Batches.plain(Collections.nCopies(RECORDS, "x".repeat(120)).toArray(String[]::new));
        assertThat(batch.remaining()).isGreaterThan(256 << 10);
        for (int i = 0; i < 20; i++) check.check(batch.duplicate(), TOPIC);

        long allocated = AllocatedBytes.of(() -> check.check(batch.duplicate(), TOPIC));

        assertThat(allocated).as("less than the smallest object for each record").isLessThan(RECORDS * 8);
    }

    @Test
    void bytesAreThoseOfTheRequestAndNoCopy() {
        ByteBuffer batch = Batches.copy(Batches.plain("a"));

        ByteBuffer stored = check.check(batch, TOPIC).orElseThrow().batch().bytes();
        batch.put(30, (byte) 77);

        assertThat(stored.get(30)).isEqualTo((byte) 77);
    }

    @Test
    void batchWaitsForMemoryToBeInflatedInAndGivesItBack() {
        ByteBuffer batch = Batches.encoded(Compression.GZIP, ProducerState.NONE, "a");
        inflating.reserve(1);
        assertThat(check.check(batch, TOPIC)).isEmpty();
        inflating.release(1);

        assertThat(check.check(batch, TOPIC)).isPresent();
        assertThat(inflating.used()).isZero();
    }

    @Test
    void batchWaitsForMemoryToBeCompressedInAndGivesItBack() {
        TopicMetadata gzip = topic(Map.of("compression.type", "gzip"));
        compressing.reserve(1 << 20);
        assertThat(check.check(Batches.plain("a"), gzip)).isEmpty();
        compressing.release(1 << 20);

        assertThat(check.check(Batches.plain("a"), gzip)).isPresent();
        assertThat(compressing.used()).isZero();
    }

    @Test
    void payloadIsCountedAsThatOfMessages() {
        assertThat(check.check(Batches.plain("abc", "de"), TOPIC).orElseThrow().payloadBytes()).isEqualTo(7);
    }

    private static TopicMetadata topic(Map<String, String> settings) {
        return new TopicMetadata(new UUID(1, 1), "orders", 1, 1, TopicConfig.parse(settings));
    }
}
