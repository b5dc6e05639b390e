package org.partita.wire.protocol;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.RequestHeader;

import org.partita.core.execution.Failures;
import org.partita.wire.server.Answer;
import org.partita.wire.server.MalformedRequestException;
import org.partita.wire.server.RequestHandler;
import org.partita.wire.server.RequestRule;

/** Reads requests, has them answered by the handler of their API, and writes the answers. */
public final class KafkaProtocol implements RequestHandler {
    private static final short FIRST_VERSION = 0;

    private final ApiTable apis;
    private final AnswerMeter meter;

    /** @param apis all that is served but ApiVersions */
    public KafkaProtocol(List<Api> apis, AnswerMeter meter) {
        this.apis = new ApiTable(apis);
        this.meter = requireNonNull(meter, "meter");
    }

    @Override
    public RequestRule rule(short apiKey, short apiVersion) {
        Api api = required(apiKey);
        if (!api.serves(apiVersion) && api.key() != ApiKeys.API_VERSIONS) {
            throw new MalformedRequestException("version " + apiVersion + " of " + api.key() + ", " + api.minVersion()
                + " to " + api.maxVersion() + " are served");
        }
        return api.rule();
    }

    @Override
    public CompletionStage<Answer> handle(ByteBuffer request, CompletionStage<Void> hurry) {
        long startNanos = meter.nowNanos();
        RequestHeader header = header(request);
        Api api = required(header.apiKey().id);
        if (!api.serves(header.apiVersion())) {
            AbstractResponse refusal = apis.unsupportedVersion();
            meter.answered(header.apiKey(), startNanos, refusal);
            return CompletableFuture.completedStage(new EncodedResponse(header, refusal, FIRST_VERSION));
        }
        AbstractRequest parsed = parsed(api, header, request);
        CompletionStage<? extends AbstractResponse> answer = stage(api, parsed, hurry);
        if (api.rule().waits() && !answer.toCompletableFuture().isDone()) return whenever(header, startNanos, answer);
        return answer.handle((response, failure) -> {
            AbstractResponse given = failure == null ? response : refusal(parsed, Failures.bare(failure));
            if (given != null) meter.answered(header.apiKey(), startNanos, given);
            return isSilent(parsed) ? silent(given) : new EncodedResponse(header, given, header.apiVersion());
        });
    }

    /** Keeps neither the request nor what its client calls itself. */
    private CompletionStage<Answer> whenever(RequestHeader header, long startNanos,
                                             CompletionStage<? extends AbstractResponse> answer) {
        RequestHeader kept = new RequestHeader(header.apiKey(), header.apiVersion(), "", header.correlationId());
        return answer.thenApply(response -> {
            meter.answered(kept.apiKey(), startNanos, response);
            return new EncodedResponse(kept, response, kept.apiVersion());
        });
    }

    /** Whether its client waits for no answer. */
    private static boolean isSilent(AbstractRequest request) {
        return request instanceof ProduceRequest produce && produce.acks() == 0;
    }

    /** A client that is not told of failures notices a closed connection. */
    private static Answer silent(AbstractResponse given) {
        boolean failed = given == null || !Set.of(Errors.NONE).containsAll(given.errorCounts().keySet());
        return failed ? Answer.CLOSE : Answer.NONE;
    }

    private Api required(short apiKey) {
        return apis.find(apiKey).orElseThrow(() ->
            new MalformedRequestException("API " + apiKey + ", which is not served"));
    }

    private static RequestHeader header(ByteBuffer request) {
        try {
            return RequestHeader.parse(request);
        } catch (RuntimeException malformed) {
            throw new MalformedRequestException("a request header that cannot be read", malformed);
        }
    }

    private static AbstractRequest parsed(Api api, RequestHeader header, ByteBuffer request) {
        try {
            api.check().check(request.duplicate(), header.apiVersion());
            return AbstractRequest.parseRequest(header.apiKey(), header.apiVersion(),
                new ByteBufferAccessor(request)).request;
        } catch (MalformedRequestException refused) {
            throw refused;
        } catch (RuntimeException malformed) {
            throw new MalformedRequestException("a request of " + header.apiKey() + " version " + header.apiVersion()
                + " that cannot be read", malformed);
        }
    }

    private static CompletionStage<? extends AbstractResponse> stage(Api api, AbstractRequest request,
                                                                     CompletionStage<Void> hurry) {
        try {
            return api.handler().answer(request, hurry);
        } catch (RuntimeException refused) {
            return CompletableFuture.failedStage(refused);
        }
    }

    private static AbstractResponse refusal(AbstractRequest request, Throwable failure) {
        Errors error = ErrorCodes.of(failure);
        return request.getErrorResponse(error.exception(ErrorCodes.message(failure)));
    }
}
