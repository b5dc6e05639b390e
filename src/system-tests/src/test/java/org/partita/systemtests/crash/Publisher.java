package org.partita.systemtests.crash;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.partita.core.broker.Broker;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.broker.PublishOutcome.Stored;
import org.partita.systemtests.crash.TestTopic.Slot;

/** Publishes one request after the other until the broker ends; first repeats keyed ones of the life before. */
final class Publisher implements Runnable {
    private static final long TIMEOUT_MILLIS = 3_600_000;

    private final Broker broker;
    private final Ledger ledger;
    private final Ledger.Writer acknowledged;
    private final int run;
    private final int publisher;
    private final Consumer<String> tell;
    private final BooleanSupplier stopping;

    /** @param stopping whether requests may be refused by now */
    Publisher(Broker broker, Ledger ledger, Ledger.Writer acknowledged, int run, int publisher,
              Consumer<String> tell, BooleanSupplier stopping) {
        this.broker = broker;
        this.ledger = ledger;
        this.acknowledged = acknowledged;
        this.run = run;
        this.publisher = publisher;
        this.tell = tell;
        this.stopping = stopping;
    }

    @Override
    public void run() {
        try {
            repeatLife(run - 1);
            for (int sequence = 0; !stopping.getAsBoolean(); sequence++) {
                publish(Request.of(Request.number(run, publisher, sequence)));
            }
        } catch (RuntimeException failure) {
            if (!stopping.getAsBoolean()) tell.accept(AuditReport.WRONG + "\tpublisher\t" + publisher + "\t" + failure);
        }
    }

    /** The last requests it may have sent: some were answered, the one after those may have been on its way. */
    private void repeatLife(int before) {
        int sequence = 0;
        while (wasAnswered(Request.of(Request.number(before, publisher, sequence)))) sequence++;
        for (int each = Math.max(0, sequence - 5); each <= sequence; each++) {
            Request request = Request.of(Request.number(before, publisher, each));
            if (request.keyed() && before > 0) publish(request);
        }
    }

    private boolean wasAnswered(Request request) {
        long number = request.messageNumber(0);
        for (int partition = 0; partition < request.topic().partitions(); partition++) {
            if (ledger.holds(new Slot(request.topic(), partition), number)) return true;
        }
        return false;
    }

    private void publish(Request request) {
        List<PublishOutcome> outcomes = broker.publish(request.publish(TIMEOUT_MILLIS)).toCompletableFuture().join();
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i) instanceof Stored stored) {
                acknowledged.add(new Slot(request.topic(), stored.partition()), stored.offset(),
                    request.messageNumber(i));
            } else if (!stopping.getAsBoolean()) {
                tell.accept(AuditReport.WRONG + "\t" + request.topic() + "\t" + request.number() + "\t"
                    + outcomes.get(i));
            }
        }
    }
}
