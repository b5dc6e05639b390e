package org.partita.web.tail;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.partita.core.broker.Broker;
import org.partita.core.broker.FetchRequest;
import org.partita.core.broker.FetchRequest.StartAt;
import org.partita.core.broker.FetchResult;
import org.partita.core.metadata.TopicRef;
import org.partita.core.record.Bytes;
import org.partita.core.record.LogRecord;

/** A broker whose disk takes the time it is told to take. Waits for more are never over. */
final class ScriptedBroker {
    static final TopicRef TOPIC = new TopicRef("orders", new UUID(1, 1));

    private final List<Read> reads = new ArrayList<>();
    private final Map<Integer, List<Integer>> sizes = new HashMap<>();
    /** Of each fetch from now on; null if none. */
    RuntimeException failure;
    boolean failsOnlyWaits;

    /** One that is not answered. */
    record Read(FetchRequest request, CompletableFuture<FetchResult> answer) {
        int partition() {
            return request.partition();
        }
    }

    /** @param sizes of the payloads in this partition */
    void holds(int partition, Integer... sizes) {
        this.sizes.put(partition, List.of(sizes));
    }

    List<Read> reads() {
        return reads;
    }

    TailSource source() {
        Broker broker = (Broker) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Broker.class},
            (proxy, method, arguments) -> fetch((FetchRequest) arguments[0]));
        return new TailSource(broker, TOPIC);
    }

    private CompletionStage<FetchResult> fetch(FetchRequest request) {
        boolean wait = request.maxMessages() == 0;
        if (failure != null && (wait || !failsOnlyWaits)) throw failure;
        CompletableFuture<FetchResult> answer = new CompletableFuture<>();
        if (!wait) reads.add(new Read(request, answer));
        return answer;
    }

    /** Answers the read that waits longest. */
    void answerNext() {
        answer(reads.get(0));
    }

    void answer(Read read) {
        reads.remove(read);
        read.answer().complete(page(read.request()));
    }

    private FetchResult page(FetchRequest request) {
        List<Integer> all = sizes.getOrDefault(request.partition(), List.of());
        int begin = (int) ((StartAt.Offset) request.from()).offset();
        List<LogRecord> page = new ArrayList<>();
        int left = request.maxBytes();
        for (int i = begin; i < all.size() && page.size() < request.maxMessages(); i++) {
            left -= all.get(i);
            if (left < 0 && !page.isEmpty()) break;
            page.add(new LogRecord(i, 0, Bytes.NULL, Bytes.of(new byte[all.get(i)]), List.of()));
        }
        return new FetchResult(page, begin + page.size(), all.size(), 0);
    }
}
