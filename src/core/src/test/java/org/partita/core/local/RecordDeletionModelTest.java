package org.partita.core.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.broker.FetchResult;
import org.partita.core.broker.read.PartitionBounds;
import org.partita.core.metadata.TopicRef;
import org.partita.core.record.LogRecord;
import org.partita.storage.StorageException;

/**
 * Deletions, crashes and disks that fail in any order: what is not deleted is there, what was answered as deleted never
 * comes back, and whether a deletion that was not answered is done, nobody cares.
 */
class RecordDeletionModelTest {
    private static final TopicRef ORDERS = TopicRef.named("orders");
    private static final int SEEDS = 60;
    private static final int STEPS = 80;

    @ParameterizedTest
    @ValueSource(strings = {"commit", "async"})
    void nothingIsLostAndNothingComesBack(String flush) {
        long deletions = 0;
        long restarts = 0;

        for (int seed = 1; seed <= SEEDS; seed++) {
            Run run = new Run(seed, flush);
            run.steps();
            deletions += run.answered;
            restarts += run.restarts;
        }

        assertThat(deletions).isGreaterThan(SEEDS * 4L);
        assertThat(restarts).isGreaterThan(SEEDS * 4L);
    }

    private static final class Run {
        private final int seed;
        private final boolean durable;
        private final SplittableRandom random;
        private final BrokerBench bench = BrokerBench.started();
        /** By offset. */
        private final List<String> values = new ArrayList<>();
        private long answeredBefore;
        private long askedBefore;
        private int step;
        private int answered;
        private int restarts;

        Run(int seed, String flush) {
            this.seed = seed;
            this.durable = flush.equals("commit");
            this.random = new SplittableRandom(seed);
            bench.create("orders", 1, "flush", flush, "segment.bytes", "4096", "retention.ms", "-1");
        }

        void steps() {
            for (step = 1; step <= STEPS; step++) {
                int choice = random.nextInt(20);
                if (choice < 11) publish();
                else if (choice < 15) delete();
                else if (choice < 17) bench.pass(1_000 * (1 + random.nextInt(20)));
                else if (choice == 17) restart();
                else if (choice == 18) failingDelete();
                else delayedDelete();
                check();
            }
        }

        private void publish() {
            String value = values.size() + "x".repeat(random.nextInt(1_500));
            assertThat(bench.publishTo("orders", 0, value)).as(where()).isEqualTo(values.size());
            values.add(value);
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
