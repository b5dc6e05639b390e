package org.partita.core.producer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.partita.core.execution.Budget;
import org.partita.core.log.Appended;
import org.partita.core.producer.SequenceCheck.Duplicate;
import org.partita.core.producer.SequenceCheck.Fenced;
import org.partita.core.producer.SequenceCheck.New;
import org.partita.core.producer.SequenceCheck.OutOfOrder;
import org.partita.storage.PartitionId;

/** Random batches of more producers than are remembered, time that passes, and starts from any snapshot. */
class ProducerTableModelTest {
    private static final PartitionId PARTITION = new PartitionId(new UUID(5, 6), 3);
    private static final int STEPS = 400;
    private static final ProducerLimits LIMITS = new ProducerLimits(5, 5, 1_000);

    @Property(tries = 300)
    void tableKnowsWhatListsOfAllBatchesKnow(@ForAll long seed) {
        Run run = new Run(new Random(seed));
        for (int step = 0; step < STEPS; step++) {
            try {
                run.step();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + " step " + step, e);
            }
        }
    }

    private record Stored(Sent sent, Appended where) {
    }

    /** All batches of one producer since it was forgotten, and the wall clock at its last append. */
    private record Known(List<Stored> batches, long lastWallMillis) {
        private SequenceCheck check(Sent batch) {
            int epoch = last().sent().epoch();
            if (batch.epoch() < epoch) return new Fenced((short) epoch);
            if (batch.epoch() > epoch) return batch.baseSequence() == 0 ? New.INSTANCE : new OutOfOrder(0);
            for (int i = batches.size() - 1; i >= Math.max(0, batches.size() - 5); i--) {
                if (batches.get(i).sent().epoch() != epoch) break;
                if (batches.get(i).sent().equals(batch)) return new Duplicate(batches.get(i).where());
            }
            int next = last().sent().nextSequence();
            return batch.baseSequence() == next ? New.INSTANCE : new OutOfOrder(next);
        }

        private Stored last() {
            return batches.get(batches.size() - 1);
        }
    }

    private record Taken(byte[] snapshot, Map<Long, Known> model, int batches) {
    }

    private static final class Run {
        private final Random random;
        private final List<Stored> log = new ArrayList<>();
        private final List<Taken> snapshots = new ArrayList<>();
        private Map<Long, Known> model = new LinkedHashMap<>();
        private ProducerTable table = newTable();
        private long wallMillis = 1_000_000;
        private long nowMillis;
        private long endOffset;

        private Run(Random random) {
            this.random = random;
        }

        private static ProducerTable newTable() {
            return new ProducerTable(LIMITS, new Budget(1));
        }

        private void step() {
            int choice = random.nextInt(100);
            if (choice < 80) append();
            else if (choice < 90) pass(random.nextInt(10) == 0 ? 1_100 : random.nextInt(200));
            else if (choice < 97) capture();
            else restart();
            expire();
            table.dropExpired(nowMillis);
            assertThat(table.size()).isEqualTo(model.size());
        }

        private void append() {
            Sent batch = batch();
            Known known = model.get(batch.producerId());
            SequenceCheck expected = known == null ? New.INSTANCE : known.check(batch);
            ProducerAppend append = table.begin(nowMillis);

            assertThat(append.check(batch.header())).isEqualTo(expected);

            if (expected instanceof New && random.nextInt(8) > 0) {
                OptionalLong time = random.nextBoolean() ? OptionalLong.of(wallMillis) : OptionalLong.empty();
                Stored stored = new Stored(batch, batch.at(endOffset, time));
                endOffset = stored.where().nextOffset();
                log.add(stored);
                remember(stored);
                append.appended(stored.where(), nowMillis);
            }
            append.ended();
        }

        /** Most often the next one or a repetition of one of the last eight. */
        private Sent batch() {
            long producerId = random.nextInt(8);
            Known known = model.get(producerId);
            int choice = random.nextInt(10);
            if (known == null || choice == 0) {
                return new Sent(producerId, random.nextInt(4), random.nextInt(2) * (1 << 30), 1 + random.nextInt(5));
            }
            Sent last = known.last().sent();
            if (choice == 1) return new Sent(producerId, last.epoch() + 1, random.nextInt(2), 1);
            int latest = known.batches().size() - 1;
            if (choice < 6) return known.batches().get(Math.max(0, latest - random.nextInt(8))).sent();
            int count = random.nextInt(4) == 0 ? 1 << 29 : 1 + random.nextInt(5);
            return new Sent(producerId, last.epoch(), last.nextSequence(), count);
        }

        private void remember(Stored stored) {
            Known before = model.remove(stored.sent().producerId());
            if (before == null && model.size() == LIMITS.perPartition()) {
                model.remove(model.keySet().iterator().next());
            }
            List<Stored> batches = before == null ? new ArrayList<>() : new ArrayList<>(before.batches());
            batches.add(stored);
            model.put(stored.sent().producerId(), new Known(batches, wallMillis));
        }

        private void expire() {
            model.values().removeIf(known -> wallMillis - known.lastWallMillis() >= LIMITS.expirationMillis());
        }

        private void pass(long millis) {
            wallMillis += millis;
            nowMillis += millis;
        }

        private void capture() {
            if (endOffset == 0) return;
            ByteBuffer bytes = table.capture(PARTITION, endOffset, 0, wallMillis, nowMillis).encode();
            byte[] content = new byte[bytes.remaining()];
            bytes.get(content);
            snapshots.add(new Taken(content, new LinkedHashMap<>(model), log.size()));
        }

        /** The relative clock begins anew, and the log is cut somewhere behind the snapshot. */
        private void restart() {
            wallMillis += random.nextInt(300);
            nowMillis = random.nextInt(1_000);
            Taken from = new Taken(new byte[0], Map.of(), 0);
            if (!snapshots.isEmpty() && random.nextInt(8) > 0) {
                from = snapshots.get(Math.max(0, snapshots.size() - 1 - random.nextInt(3)));
            }
            int left = Math.max(from.batches(), log.size() - random.nextInt(4));
            log.subList(left, log.size()).clear();
            snapshots.removeIf(taken -> taken.batches() > left);
            endOffset = log.isEmpty() ? 0 : log.get(left - 1).where().nextOffset();
            model = new LinkedHashMap<>(from.model());
            expire();
            table = newTable();
            ProducerSnapshot.decode(ByteBuffer.wrap(from.snapshot()), PARTITION)
                .ifPresent(snapshot -> table.restore(snapshot, wallMillis, nowMillis));
            for (Stored stored : log.subList(from.batches(), left)) {
                remember(stored);
                table.recover(stored.sent().headerAt(stored.where().baseOffset(), stored.where().appendMillis()),
                    nowMillis);
            }
        }
    }
}
