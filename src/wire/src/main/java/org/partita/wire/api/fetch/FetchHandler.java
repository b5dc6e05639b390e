package org.partita.wire.api.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchRequestData.ForgottenTopic;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;

import org.partita.core.broker.Broker;
import org.partita.core.execution.Budget;
import org.partita.core.execution.Failures;
import org.partita.core.metadata.TopicRef;
import org.partita.wire.api.TopicIds;
import org.partita.wire.api.fetch.FetchSessions.Turn;
import org.partita.wire.api.fetch.LongPoll.Terms;
import org.partita.wire.protocol.ErrorCodes;
import org.partita.wire.protocol.WaitingApiHandler;
import org.partita.wire.records.BatchTaker;

/** Gives consumers batches as they are stored. Who fetches as a follower is refused. */
public final class FetchHandler implements WaitingApiHandler<FetchRequest> {
    private static final short FIRST_VERSION_WITH_IDS = 13;

    private final Broker broker;
    private final FetchLimits limits;
    private final LongSupplier nowMillis;
    private final Budget held;
    private final Budget waiting;
    private final BatchTaker taker;
    private final StuckReads stuck;
    private final FetchSessions sessions;

    public FetchHandler(Broker broker, FetchLimits limits) {
        this(broker, limits, () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    }

    /** @param nowMillis never falls */
    FetchHandler(Broker broker, FetchLimits limits, LongSupplier nowMillis) {
        this.broker = broker;
        this.limits = limits;
        this.nowMillis = nowMillis;
        this.held = new Budget(limits.maxHeldBytes());
        this.waiting = new Budget(limits.maxWaitingBytes());
        this.taker = new BatchTaker(held);
        this.stuck = new StuckReads(broker, nowMillis);
        this.sessions = new FetchSessions(limits, nowMillis);
    }

    @Override
    public CompletionStage<FetchResponse> answer(FetchRequest request, CompletionStage<Void> hurry) {
        if (request.isFromFollower()) throw new InvalidRequestException("Followers are not served in this version.");
        boolean committed = readsCommitted(request.data().isolationLevel());
        Turn turn = sessions.begin(request.metadata(), request.version() >= FIRST_VERSION_WITH_IDS,
            Wish.of(request.data()), forgotten(request.data()));
        if (turn.error() != Errors.NONE) {
            return CompletableFuture.completedStage(FetchResponse.of(
                new FetchResponseData().setErrorCode(turn.error().code())));
        }
        short version = request.version();
        long kept = turn.heapBytes();
        boolean mayWait = waiting.tryReserve(kept);
        long waitMillis = mayWait ? Math.min(limits.maxWaitMillis(), Math.max(0, request.maxWait())) : 0;
        Terms terms = new Terms(Math.min(limits.maxAnswerBytes(), Math.max(0, request.maxBytes())),
            request.minBytes(), nowMillis.getAsLong() + waitMillis);
        return new LongPoll(broker, taker, turn.wishes(), terms, nowMillis, hurry, stuck).run()
            .thenApply(found -> responseOrNone(committed, turn, found))
            .exceptionally(failure -> refusal(version, turn, Failures.bare(failure)))
            .whenComplete((answered, failure) -> {
                if (mayWait) waiting.release(kept);
                turn.close();
            });
    }

    private static boolean readsCommitted(byte isolationLevel) {
        if (isolationLevel == IsolationLevel.READ_COMMITTED.id()) return true;
        if (isolationLevel == IsolationLevel.READ_UNCOMMITTED.id()) return false;
        throw new InvalidRequestException("Isolation level " + isolationLevel + " is none; 0 and 1 are.");
    }

    private static List<PartitionKey> forgotten(FetchRequestData request) {
        List<PartitionKey> forgotten = new ArrayList<>();
        for (ForgottenTopic topic : request.forgottenTopicsData()) {
            for (int partition : topic.partitions()) {
                forgotten.add(new PartitionKey(topic.topic(), topic.topicId(), partition));
            }
        }
        return forgotten;
    }

    private FetchResponse responseOrNone(boolean committed, Turn turn, List<Found> found) {
        try {
            return response(committed, turn, found);
        } catch (RuntimeException | Error unforeseen) {
            found.forEach(each -> each.batches().release());
            throw unforeseen;
        }
    }

    /** What is no news has no batches. */
    private FetchResponse response(boolean committed, Turn turn, List<Found> found) {
        List<Found> news = turn.news(found);
        for (Found each : news) {
            if (committed) each.readCommitted();
            count(each);
        }
        return FetchResponse.of(new FetchResponseData().setSessionId(turn.sessionId())
            .setResponses(Found.byTopic(news)));
    }

    private void count(Found sent) {
        if (sent.sizeBytes() == 0) return;
        PartitionKey key = sent.key();
        if (key.byId()) broker.sent(TopicIds.of(key.topicId()), sent.messages(), sent.sizeBytes());
        else broker.sent(TopicRef.named(key.topic()), sent.messages(), sent.sizeBytes());
    }

    /** As Kafka refuses a fetch of this version, from what a poll keeps anyway: nobody has the request any more. */
    private static FetchResponse refusal(short version, Turn turn, Throwable failure) {
        Errors error = ErrorCodes.of(failure);
        FetchResponseData data = new FetchResponseData().setErrorCode(error.code()).setSessionId(turn.sessionId());
        if (version < FIRST_VERSION_WITH_IDS) {
            data.setResponses(Found.byTopic(turn.wishes().stream().map(wish -> Found.failed(wish, error)).toList()));
        }
        return FetchResponse.of(data);
    }

    /** Bytes of batches that are being read, or were not sent. */
    long heldBytes() {
        return held.used();
    }

    /** What fetches that wait keep beside sessions. */
    long waitingBytes() {
        return waiting.used();
    }

    FetchSessions sessions() {
        return sessions;
    }
}
