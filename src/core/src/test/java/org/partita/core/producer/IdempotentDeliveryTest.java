package org.partita.core.producer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.partita.core.execution.Completions;
import org.partita.core.execution.Loop;
import org.partita.core.execution.VirtualTime;
import org.partita.core.producer.IdempotentClient.Acknowledged;
import org.partita.core.producer.IdempotentClient.Connection;
import org.partita.core.producer.IdempotentPartition.Stored;

/** Clients that repeat and crash, connections that break, and a partition that crashes: each batch is stored once. */
class IdempotentDeliveryTest {
    private static final int STEPS = 300;
    private static final int MAX_SETTLING_ROUNDS = 100;

    @Property(tries = 600)
    void noDuplicateNoGapAndNoFalseRefusal(@ForAll long seed) {
        run(seed);
    }

    /** Otherwise the property would hold for runs in which nothing happens. */
    @Test
    void runsMeetEveryAnswerAndUseSnapshots() {
        Map<String, Integer> met = new HashMap<>();
        for (long seed = 0; seed < 60; seed++) {
            Run run = run(seed);
            run.partition.results().forEach(result -> met.merge(result.getSimpleName(), 1, Integer::sum));
            met.merge("restored", run.partition.restored(), Integer::sum);
            met.merge("wrapped", run.wrapped(), Integer::sum);
            met.merge("renamed", run.renamed, Integer::sum);
        }

        assertThat(met.keySet()).containsExactlyInAnyOrder("New", "Duplicate", "OutOfOrder", "Fenced", "restored",
            "wrapped", "renamed");
        assertThat(met.values()).allMatch(times -> times >= 20);
    }

    private static Run run(long seed) {
        Run run = new Run(new Random(seed));
        int step = 0;
        try {
            for (; step < STEPS; step++) run.step();
            run.settle();
            run.checkLog();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + " step " + step, e);
        }
        return run;
    }

    private static final class Run {
        private final Random random;
        private final VirtualTime time = new VirtualTime();
        private final ProducerIds ids;
        private final IdempotentPartition partition;
        private final List<IdempotentClient> clients = new ArrayList<>();
        /** Those that were given up, with what is still on its way. */
        private final List<Connection> late = new ArrayList<>();
        private long nextBlock;
        private int renamed;

        private Run(Random random) {
            this.random = random;
            this.partition = new IdempotentPartition(random);
            this.ids = new ProducerIds(size -> CompletableFuture.completedFuture(nextBlock += size),
                new Loop(time.lane(), time), new Completions(time.lane(), time));
            for (int i = 1 + random.nextInt(3); i > 0; i--) clients.add(newClient());
        }

        private IdempotentClient newClient() {
            ProducerIdentity identity = get(ids.create());
            short epoch = (short) (random.nextInt(3) == 0 ? 32_765 : 0);
            int firstSequence = random.nextInt(3) == 0 ? Integer.MAX_VALUE - random.nextInt(50) : 0;
            return new IdempotentClient(random, new ProducerIdentity(identity.id(), epoch), firstSequence);
        }

        private ProducerIdentity get(CompletionStage<ProducerIdentity> answer) {
            time.run();
            return answer.toCompletableFuture().join();
        }

        private void step() {
            IdempotentClient client = clients.get(random.nextInt(clients.size()));
            int choice = random.nextInt(100);
            if (choice < 40) client.send();
            else if (choice < 70) partition.take(client.connection());
            else if (choice < 78) partition.force(2);
            else if (choice < 83) giveUp(client, client::reconnect);
            else if (choice < 91) takeLate();
            else if (choice < 95) partition.capture();
            else if (choice < 97) giveUp(client, () -> restart(client));
            else crash();
        }

        private void giveUp(IdempotentClient client, Runnable how) {
            late.add(client.connection());
            how.run();
        }

        private void takeLate() {
            if (!late.isEmpty()) partition.take(late.get(random.nextInt(late.size())));
        }

        private void restart(IdempotentClient client) {
            ProducerIdentity next = get(ids.bump(client.identity()));
            if (next.id() != client.identity().id()) renamed++;
            client.restart(next);
        }

        /** No connection outlives the broker. */
        private void crash() {
            partition.crash();
            late.clear();
            clients.forEach(IdempotentClient::reconnect);
        }

        private void settle() {
            for (int round = 0; !clients.stream().allMatch(IdempotentClient::idle); round++) {
                assertThat(round).as("rounds until all is acknowledged").isLessThan(MAX_SETTLING_ROUNDS);
                clients.forEach(IdempotentClient::reconnect);
                clients.forEach(client -> partition.take(client.connection()));
                partition.force(0);
            }
        }

        private void checkLog() {
            Map<Long, Sent> last = new HashMap<>();
            for (Stored stored : partition.log()) {
                Sent batch = stored.batch();
                Sent before = last.put(batch.producerId(), batch);
                if (before == null) continue;
                assertThat(batch.epoch()).isGreaterThanOrEqualTo(before.epoch());
                assertThat(batch.baseSequence())
                    .isEqualTo(batch.epoch() == before.epoch() ? before.nextSequence() : 0);
            }
            Map<Sent, Long> offsets = new HashMap<>();
            partition.log().forEach(stored -> assertThat(offsets.put(stored.batch(), stored.baseOffset())).isNull());
            for (IdempotentClient client : clients) {
                for (Acknowledged each : client.acknowledged()) {
                    assertThat(offsets.get(each.batch())).isEqualTo(each.baseOffset());
                }
            }
        }

        private int wrapped() {
            return (int) partition.log().stream()
                .filter(stored -> stored.batch().nextSequence() < stored.batch().baseSequence()).count();
        }
    }
}
