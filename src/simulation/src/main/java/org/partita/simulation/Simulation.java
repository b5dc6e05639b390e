package org.partita.simulation;

import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;

import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.NewTopic;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishRequest;
import org.partita.core.local.LocalBroker;
import org.partita.core.record.Bytes;
import org.partita.core.replication.insync.NotEnoughReplicasException;
import org.partita.simulation.invariant.PartitionKey;
import org.partita.simulation.invariant.Promises;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.testing.MemoryDisk;

/**
 * One run: a broker, its clients and what goes wrong with them, drawn from one seed.
 *
 * <p>A failure names seed and step; running the same seed with the same number of steps repeats it exactly.
 */
public final class Simulation {
    private static final int MAX_DISKS = 2;
    private static final long TIMER_BOUND_MILLIS = 10_000;

    private final long seed;
    private final int steps;
    private final SplittableRandom random;
    private final Trace trace = new Trace();
    private final Promises promises = new Promises();
    private final SimulatedScheduler scheduler;
    private final SimulatedTopics topics;
    private final SimulatedProcess process;
    private final Faults faults;
    private final Clients clients;
    private final IdempotentProducers producers;
    private final TopicChanges changes;
    private final Auditor auditor;
    private final int publishBelow;
    private final int fetchBelow;
    private int starts;

    private Simulation(long seed, int steps, boolean trustUnforced, boolean trustForgotten) {
        this.seed = seed;
        this.steps = steps;
        this.random = new SplittableRandom(seed);
        List<MemoryDisk> disks = disks(1 + random.nextInt(MAX_DISKS));
        this.scheduler = new SimulatedScheduler(random);
        WallClock clock = new WallClock(scheduler);
        this.topics = new SimulatedTopics(trustUnforced);
        this.process = new SimulatedProcess(disks, scheduler, clock, random, trace);
        this.faults = new Faults(disks, random.nextInt(disks.size()), clock, random, trace);
        this.clients = new Clients(topics, new RepeatableRequests(topics, clock, scheduler, trustForgotten), promises,
            random, trace);
        this.producers = new IdempotentProducers(topics, promises, random, clock, trace);
        this.changes = new TopicChanges(topics, promises, random, trace);
        this.auditor = new Auditor(scheduler, topics, promises, clients, faults);
        this.publishBelow = 100 + random.nextInt(200);
        this.fetchBelow = publishBelow + 50 + random.nextInt(100);
    }

    private static List<MemoryDisk> disks(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(number ->
            new MemoryDisk(new DirectoryIdentity("simulation", 1, new UUID(1, number), 1))).toList();
    }

    /**
     * What a run that kept every promise did.
     *
     * @param checksum over its whole trace
     * @param replayed how many of those acknowledged an earlier request had stored
     * @param batches of idempotent producers that were acknowledged
     * @param duplicates how many of them were in the log already
     * @param changes of topics that were acknowledged
     */
    public record Result(long checksum, long acknowledged, long replayed, long batches, long duplicates,
                         long changes, int starts) {
    }

    /** @throws SimulationFailure if a promise was broken */
    public static Result run(long seed, int steps) {
        return new Simulation(seed, steps, false, false).run();
    }

    /** As {@link #run}, but trusts acknowledgements that come before the force: sooner or later it fails. */
    static Result runTrustingUnforced(long seed, int steps) {
        return new Simulation(seed, steps, true, false).run();
    }

    /** As {@link #run}, but repeats requests the broker may have forgotten: sooner or later it fails. */
    static Result runTrustingForgotten(long seed, int steps) {
        return new Simulation(seed, steps, false, true).run();
    }

    /** A promise was broken in a run. */
    public static final class SimulationFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private SimulationFailure(long seed, int steps, Trace trace, RuntimeException cause) {
            super("seed " + seed + ", " + steps + " steps, failed at step " + trace.step() + ": " + cause.getMessage()
                + "\nLast of the trace:\n" + trace.lastLines(), cause);
        }
    }

    private Result run() {
        try {
            begin();
            for (int step = 1; step <= steps; step++) {
                trace.step(step);
                step();
                promises.check();
            }
            trace.step(steps + 1);
            end();
            return new Result(trace.checksum(), clients.acknowledged(), clients.replayed(),
                producers.acknowledged(), producers.duplicates(), changes.changed(), starts);
        } catch (RuntimeException failure) {
            throw new SimulationFailure(seed, steps, trace, failure);
        }
    }

    private void begin() {
        process.start();
        for (NewTopic topic : topics.toCreate()) auditor.await(running().createTopic(topic));
        scheduler.refuse(true);
    }

    /** How busy clients are and how fast the process keeps up differs from seed to seed. */
    private void step() {
        int choice = random.nextInt(1000);
        if (choice < 12) restart();
        else if (choice < 30) faults.inject();
        else if (choice < 40) clients.createOrDelete(running());
        else if (choice < 46) changes.change(running());
        else if (choice < 76) scheduler.pass(random.nextInt(500));
        else if (choice < publishBelow) publish();
        else if (choice < fetchBelow) clients.fetch(running());
        else runSomething();
    }

    private void publish() {
        if (random.nextInt(3) == 0) producers.produce(running());
        else clients.publish(running());
    }

    private void runSomething() {
        if (!scheduler.runOne()) scheduler.fireNextTimer(TIMER_BOUND_MILLIS);
    }

    private void restart() {
        scheduler.refuse(false);
        int kind = random.nextInt(4);
        if (kind == 0) stopInOrder();
        else if (kind == 1) process.kill();
        else losePower();
        start();
        scheduler.refuse(true);
    }

    private void stopInOrder() {
        boolean clean = auditor.await(running().stop());
        trace.add("stopped, clean " + clean);
        process.kill();
    }

    private void losePower() {
        process.losePower();
        auditor.powerLost();
        faults.cleared();
    }

    /** A disk that fails at the start is tried again, each time with one planned fault less. */
    private void start() {
        clients.disconnected();
        producers.disconnected();
        changes.disconnected();
        boolean putBack = faults.processEnded();
        if (putBack) auditor.powerLost();
        while (!process.start()) trace.add("starting again");
        starts++;
        clients.connected();
        auditor.recovered(running());
        promises.check();
    }

    /** With nothing going wrong any more, everything is served again, and stops in order. */
    private void end() {
        scheduler.refuse(false);
        auditor.settle();
        promises.check();
        losePower();
        start();
        for (PartitionKey partition : topics.partitions()) publishForSure(partition);
        auditor.audit(running());
        promises.check();
        if (!auditor.await(running().stop())) throw new IllegalStateException("the last stop was not clean");
        process.kill();
        start();
        auditor.audit(running());
        promises.check();
    }

    private void publishForSure(PartitionKey partition) {
        PublishOutcome outcome = publishLast(partition, AckPolicy.QUORUM);
        // The topic may ask for more replicas in sync than there are.
        if (outcome instanceof PublishOutcome.Failed failed && failed.cause() instanceof NotEnoughReplicasException) {
            outcome = publishLast(partition, AckPolicy.LEADER);
        }
        if (!(outcome instanceof PublishOutcome.Stored)) {
            throw new IllegalStateException(partition + " takes no message though nothing fails: " + outcome);
        }
    }

    private PublishOutcome publishLast(PartitionKey partition, AckPolicy acks) {
        OutboundMessage message = new OutboundMessage(Bytes.NULL, Bytes.utf8(-1 - partition.partition() + ":last"),
            List.of(), partition.partition(), OutboundMessage.NOW);
        return auditor.await(running().publish(new PublishRequest(partition.topic(), List.of(message), acks, 10_000)))
            .get(0);
    }

    private LocalBroker running() {
        return process.broker().orElseThrow(() -> new IllegalStateException("the process does not run"));
    }
}
