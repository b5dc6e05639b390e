package org.partita.web.messages;

import static java.util.Objects.requireNonNull;
import static org.partita.web.problem.ProblemException.invalid;
import static org.partita.web.problem.ProblemException.invalidJson;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import jakarta.json.stream.JsonParser.Event;
import jakarta.ws.rs.core.Response;

import org.partita.core.broker.Broker;
import org.partita.core.broker.EarlierParts;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishOutcome;
import org.partita.core.replication.UnknownOutcomeException;
import org.partita.storage.BrokerException;
import org.partita.web.http.BodyLines;
import org.partita.web.json.JsonCursor;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.ProblemException;
import org.partita.web.problem.Problems;

/**
 * Publishes a body of one message a line, part by part: a part is read when the one before is stored, so a fast sender
 * is held back and never more than a part is in memory. Runs on the thread that reads the body.
 *
 * <p>What ends the reading, a line that is no message for example, does so at its line: those before it are published.
 */
final class LinesPublish {
    static final int MAX_MESSAGES = 100_000;
    private static final int PART_MESSAGES = 1_000;
    private static final long PART_BYTES = 1 << 20;
    private static final long GRACE_MILLIS = 10_000;

    private final Broker broker;
    private PublishCall call;
    private final BodyLines lines;
    private final List<PublishOutcome> outcomes = new ArrayList<>();
    private EarlierParts before = EarlierParts.NONE;
    private int lineNumber;
    private boolean atEnd;
    private Optional<BrokerException> refusal = Optional.empty();

    LinesPublish(Broker broker, PublishCall call, BodyLines lines) {
        this.broker = requireNonNull(broker, "broker");
        this.call = requireNonNull(call, "call");
        this.lines = requireNonNull(lines, "lines");
    }

    /** @throws BrokerException if nothing was attempted */
    Response publish(PublishAnswer answer) throws IOException {
        while (!atEnd && refusal.isEmpty()) {
            List<OutboundMessage> part = readPart();
            if (!part.isEmpty()) publish(part);
            lines.release();
            if (!part.isEmpty()) lines.beginPart();
        }
        if (refusal.isEmpty()) {
            if (outcomes.isEmpty()) throw invalid("messages", "There is no line with a message; send at least one.");
            return answer.batch(outcomes);
        }
        if (outcomes.isEmpty()) throw refusal.get();
        outcomes.add(new PublishOutcome.Failed(OutboundMessage.ANY_PARTITION, refusal.get()));
        return answer.batch(outcomes, " Line " + lineNumber + " ended the reading: what follows it was not stored.");
    }

    private List<OutboundMessage> readPart() throws IOException {
        List<OutboundMessage> part = new ArrayList<>();
        try {
            while (part.size() < PART_MESSAGES && lines.heldBytes() < PART_BYTES) {
                lineNumber++;
                Optional<byte[]> line = lines.next();
                if (line.isEmpty()) {
                    atEnd = true;
                    break;
                }
                if (isBlank(line.get())) continue;
                if (outcomes.size() + part.size() == MAX_MESSAGES) throw tooMany();
                part.add(message(line.get()));
            }
        } catch (ProblemException unreadable) {
            refusal = Optional.of(unreadable.in("Line " + lineNumber));
        }
        return part;
    }

    private void publish(List<OutboundMessage> part) {
        call = call.pinned(broker.metadata());
        try {
            List<PublishOutcome> done = broker.publish(call.following(before, part)).toCompletableFuture()
                .get(call.timeoutMillis() + GRACE_MILLIS, TimeUnit.MILLISECONDS);
            outcomes.addAll(done);
            before = before.and(done);
        } catch (ExecutionException failed) {
            refuse(part, Problems.unwrap(failed));
        } catch (TimeoutException late) {
            refuse(part, new UnknownOutcomeException("No outcome came within the time that was given.", late));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            refuse(part, new UnknownOutcomeException("The broker stopped to wait for the outcome.", interrupted));
        }
    }

    /** No message of the part has an outcome of its own. If it is the first, the request as a whole failed so. */
    private void refuse(List<OutboundMessage> part, Throwable cause) {
        if (!(cause instanceof BrokerException known)) throw new CompletionException(cause);
        if (outcomes.isEmpty()) throw known;
        for (int i = 1; i < part.size(); i++) {
            outcomes.add(new PublishOutcome.Failed(OutboundMessage.ANY_PARTITION, known));
        }
        refusal = Optional.of(known);
    }

    private static OutboundMessage message(byte[] line) {
        try (JsonCursor in = JsonCursor.over(line)) {
            if (in.next() != Event.START_OBJECT) throw invalidJson("A line must be one JSON object, a message.");
            OutboundMessage message = MessageReader.read(in, "");
            in.finish();
            return message;
        }
    }

    private static boolean isBlank(byte[] line) {
        for (byte each : line) {
            if (each != ' ' && each != '\t' && each != '\r') return false;
        }
        return true;
    }

    private static ProblemException tooMany() {
        return new ProblemException(ErrorCode.REQUEST_TOO_LARGE,
            "A request has at most " + MAX_MESSAGES + " lines; send the rest in another request.",
            Map.of("limit", MAX_MESSAGES));
    }
}
