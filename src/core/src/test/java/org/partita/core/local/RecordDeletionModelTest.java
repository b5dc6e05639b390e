package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome.Stored;
import org.partita.core.broker.read.PartitionBounds;
import org.partita.core.metadata.TopicRef;
import org.partita.core.record.LogRecord;
import org.partita.storage.StorageException;

/**
 * Deletions, crashes and disks that fail in any order: what is not deleted is there, what was answered as deleted never
 * comes back, and whether a deletion that was not answered is done, nobody cares. A message with an Idempotency-Key is
 * remembered for the window, deleted or not; then it keeps no segment.
 */
class RecordDeletionModelTest {
    private static final TopicRef ORDERS = TopicRef.named("orders");
    private static final int SEEDS = 60;
    private static final int STEPS = 80;
    private static final int WINDOW_MILLIS = 60_000;

    @ParameterizedTest
    @ValueSource(strings = {"commit", "async"})
    void nothingIsLostAndNothingComesBack(String flush) {
        long deletions = 0;
        long restarts = 0;
        long deletedReplays = 0;

        for (int seed = 1; seed <= SEEDS; seed++) {
            Run run = new Run(seed, flush);
            run.steps();
            deletions += run.answered;
            restarts += run.restarts;
            deletedReplays += run.deletedReplays;
        }

        assertThat(deletions).isGreaterThan(SEEDS * 4L);
        assertThat(restarts).isGreaterThan(SEEDS * 4L);
        assertThat(deletedReplays).isGreaterThan(SEEDS * 2L);
    }

    private static final class Run {
        private final int seed;
        private final boolean durable;
        private final SplittableRandom random;
        private final KeyedBench keys = new KeyedBench();
        private final BrokerBench bench = keys.broker;
        /** By offset. */
        private final List<String> values = new ArrayList<>();
        private final NavigableMap<Long, Keyed> keyed = new TreeMap<>();
        private long answeredBefore;
        private long askedBefore;
        private int step;
        private int answered;
        private int restarts;
        private int deletedReplays;

        private record Keyed(String key, OutboundMessage message, long offset, long storedMillis) {
        }

        Run(int seed, String flush) {
            this.seed = seed;
            this.durable = flush.equals("commit");
            this.random = new SplittableRandom(seed);
            bench.create("orders", 1, "flush", flush, "segment.bytes", "4096", "retention.ms", "-1",
                "idempotency.window.ms", "" + WINDOW_MILLIS);
        }

        void steps() {
            for (step = 1; step <= STEPS; step++) {
                int choice = random.nextInt(22);
                if (choice < 11) publish();
                else if (choice > 19) repeat();
                else if (choice < 15) delete();
                else if (choice < 17) bench.pass(1_000 * (1 + random.nextInt(20)));
                else if (choice == 17) restart();
                else if (choice == 18) failingDelete();
                else delayedDelete();
                check();
            }
            askedBefore = values.size();
            bench.get(bench.broker.deleteRecords(ORDERS, 0, values.size()));
            bench.pass(WINDOW_MILLIS + 3 * LogMaintenance.PAUSE_MILLIS);
            assertThat(bench.store.partition(bench.store.partitions().get(0)).segments()).as(where()).hasSize(1);
        }

        private void publish() {
            String value = values.size() + "x".repeat(random.nextInt(1_500));
            if (random.nextInt(3) == 0) {
                OutboundMessage message = BrokerBench.to(0, value);
                Stored stored = keys.store("key-" + step, message);
                assertThat(stored.offset()).as(where()).isEqualTo(values.size());
                keyed.put(stored.offset(), new Keyed("key-" + step, message, stored.offset(), bench.wallMillis));
            } else {
                assertThat(bench.publishTo("orders", 0, value)).as(where()).isEqualTo(values.size());
            }
            values.add(value);
        }

        /** One that may be forgotten is not repeated. */
        private void repeat() {
            keyed.values().removeIf(each -> bench.wallMillis - each.storedMillis() >= WINDOW_MILLIS);
            if (keyed.isEmpty()) return;
            List<Keyed> all = List.copyOf(keyed.values());
            Keyed any = all.get(random.nextInt(all.size()));
            Stored again = keys.store(any.key(), any.message());
            assertThat(again.replayed()).as(where()).isTrue();
            assertThat(again.offset()).as(where()).isEqualTo(any.offset());
            if (any.offset() < answeredBefore) deletedReplays++;
        }

        private CompletionStage<Long> ask() {
            long offset = random.nextInt(values.size() + 1);
            askedBefore = Math.max(askedBefore, offset);
            return bench.broker.deleteRecords(ORDERS, 0, offset);
        }

        private void delete() {
            answeredBefore = bench.get(ask());
            answered++;
        }

        private void failingDelete() {
            bench.disk.failNextStateWrite();
            try {
                delete();
            } catch (StorageException unknown) {
                assertThat(unknown).as(where()).hasMessageContaining("injected fault");
            }
            bench.disk.failNoStateWrite();
        }

        /** It is under way when the process or the machine ends. */
        private void delayedDelete() {
            if (random.nextBoolean()) bench.fsyncs.pause();
            else bench.loopOf(bench.disk).pause();
            ask();
            bench.time.run();
            bench.fsyncs.resume();
            crashOrKill();
        }

        private void restart() {
            if (random.nextInt(3) > 0) {
                crashOrKill();
                return;
            }
            bench.stopAndStart();
            restarted(false);
        }

        private void crashOrKill() {
            boolean crash = random.nextBoolean();
            if (crash) bench.crashAndStart();
            else bench.killAndStart();
            restarted(crash);
        }

        private void restarted(boolean crashed) {
            restarts++;
            PartitionBounds bounds = bounds();
            if (crashed && !durable) {
                assertThat(bounds.highWatermark()).as(where()).isBetween(answeredBefore, (long) values.size());
                values.subList((int) bounds.highWatermark(), values.size()).clear();
                keyed.tailMap(bounds.highWatermark()).clear();
            }
            check();
            answeredBefore = bounds.logStartOffset();
            askedBefore = bounds.logStartOffset();
        }

        private void check() {
            PartitionBounds bounds = bounds();
            assertThat(bounds.logStartOffset()).as(where()).isBetween(answeredBefore, askedBefore);
            assertThat(bounds.highWatermark()).as(where()).isEqualTo(values.size());
            List<String> found = new ArrayList<>();
            for (long offset = bounds.logStartOffset(); offset < bounds.highWatermark();) {
                FetchResult page = bench.fetch("orders", 0, offset);
                for (LogRecord each : page.records()) found.add(BrokerBench.text(each.value()));
                offset = page.nextOffset();
            }
            assertThat(found).as(where()).isEqualTo(values.subList((int) bounds.logStartOffset(), values.size()));
        }

        private PartitionBounds bounds() {
            return bench.broker.reader(ORDERS, 0).bounds();
        }

        private String where() {
            return "seed " + seed + " step " + step;
        }
    }
}
