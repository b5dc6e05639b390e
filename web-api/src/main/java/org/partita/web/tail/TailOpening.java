package org.partita.web.tail;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.BiFunction;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

import org.partita.broker.BrokerState;
import org.partita.core.broker.TopicStatus;
import org.partita.core.metadata.TopicRef;
import org.partita.web.http.BrokerAccess;
import org.partita.web.http.RequestIdFilter;
import org.partita.web.problem.Problems;
import org.partita.web.stream.EventStreams;

/** Opens the tail a request asks for, or answers with the reason why not. */
@Dependent
public class TailOpening {
    private final BrokerAccess access;
    private final Tails tails;
    private final EventStreams streams;

    @Inject
    public TailOpening(BrokerAccess access, Tails tails, EventStreams streams) {
        this.access = requireNonNull(access, "access");
        this.tails = requireNonNull(tails, "tails");
        this.streams = requireNonNull(streams, "streams");
    }

    /** Where a tail is to go. */
    record Plan(TailPlace place, TailStart start) {
    }

    /** @param planner from the state of the topic and its source; refuses by throwing */
    void open(String topic, HttpHeaders headers, AsyncResponse answer,
              BiFunction<TopicStatus, TailSource, Plan> planner) {
        BrokerState.Ready ready = access.ready();
        String requestId = headers.getHeaderString(RequestIdFilter.HEADER);
        ready.broker().topicStatus(topic).thenAccept(status -> {
            TailSource source = new TailSource(ready.broker(), TopicRef.of(status.topic()));
            Plan plan = planner.apply(status, source);
            if (streams.wantsBody()) begin(ready, answer, requestId, source, plan);
            else answer.resume(withoutBody());
        }).whenComplete((begun, failure) -> {
            if (failure != null) answer.resume(Problems.unwrap(failure));
        });
    }

    private void begin(BrokerState.Ready ready, AsyncResponse answer, String requestId, TailSource source, Plan plan) {
        try {
            tails.begin(ready.tails(), () -> streams.begin(answer, requestId), requestId, source, plan.place(),
                plan.start().offsets());
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private static Response withoutBody() {
        return Response.ok().type(EventStreams.MEDIA_TYPE).header(HttpHeaders.CACHE_CONTROL, "no-store").build();
    }

    /** The position of a client that comes back. */
    static Optional<String> lastEventId(HttpHeaders headers) {
        return Optional.ofNullable(headers.getHeaderString(HttpHeaders.LAST_EVENT_ID_HEADER))
            .filter(id -> !id.isEmpty());
    }
}
