package org.partita.web.messages;

import static org.partita.web.problem.ProblemException.invalid;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;

import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.EarlierParts;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishRequest;
import org.partita.core.idempotency.IdempotencyKey;
import org.partita.core.metadata.MetadataImage;
import org.partita.core.metadata.TopicRef;
import org.partita.core.record.RecordHeader;
import org.partita.web.http.QueryParameters;

/** What a publish asks for beside its messages. */
record PublishCall(TopicRef topic, AckPolicy acks, long timeoutMillis, IdempotencyKey key, List<RecordHeader> trace) {
    private static final Set<String> PARAMETERS = Set.of("acks", "timeoutMs");
    private static final long DEFAULT_TIMEOUT_MILLIS = 10_000;
    private static final long MAX_TIMEOUT_MILLIS = 25_000;

    static PublishCall of(String topic, HttpHeaders headers, QueryParameters query) {
        return new PublishCall(TopicRef.named(topic), query.text("acks").map(Acks::parse).orElse(AckPolicy.QUORUM),
            query.integer("timeoutMs", DEFAULT_TIMEOUT_MILLIS, 1, MAX_TIMEOUT_MILLIS), idempotencyKey(headers),
            TraceHeaders.of(headers));
    }

    /** The query of a publish. @param more parameters it may have beside those of every publish */
    static QueryParameters query(UriInfo uri, Set<String> more) {
        Set<String> known = new HashSet<>(PARAMETERS);
        known.addAll(more);
        return QueryParameters.of(uri, known);
    }

    PublishRequest of(List<OutboundMessage> messages) {
        return following(EarlierParts.NONE, messages);
    }

    PublishRequest following(EarlierParts before, List<OutboundMessage> messages) {
        return new PublishRequest(topic, messages, acks, timeoutMillis, key, trace, before);
    }

    /** The same for the topic that has the name now, if there is one, and for no other. */
    PublishCall pinned(MetadataImage topics) {
        return topic.isExact() ? this : topics.topic(topic.name()).map(TopicRef::of)
            .map(exact -> new PublishCall(exact, acks, timeoutMillis, key, trace)).orElse(this);
    }

    private static IdempotencyKey idempotencyKey(HttpHeaders headers) {
        List<String> given = headers.getRequestHeader(IdempotencyKey.FIELD);
        if (given == null || given.isEmpty()) return IdempotencyKey.NONE;
        if (given.size() > 1) throw invalid(IdempotencyKey.FIELD, "'Idempotency-Key' is given twice.");
        return IdempotencyKey.parse(given.get(0));
    }
}
