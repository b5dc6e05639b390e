package org.partita.web.messages;

import static org.partita.web.problem.ProblemException.invalid;
import static org.partita.web.problem.ProblemException.invalidJson;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import jakarta.json.stream.JsonParser.Event;

import org.partita.core.broker.OutboundMessage;
import org.partita.web.json.JsonCursor;
import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.ProblemException;

/** What a body says is to be published: one message, or a batch of them. */
record PublishBody(List<OutboundMessage> messages, boolean batch) {
    static final int MAX_MESSAGES = 10_000;
    private static final String MESSAGES = "messages";

    PublishBody {
        messages = List.copyOf(messages);
    }

    /** @throws ProblemException if anything in the body is not as documented; then nothing of it is published */
    static PublishBody parse(byte[] body) {
        try (JsonCursor in = JsonCursor.over(body)) {
            if (in.next() != Event.START_OBJECT) throw invalidJson("The body must be one JSON object.");
            PublishBody parsed = parseObject(in);
            in.finish();
            return parsed;
        }
    }

    private static PublishBody parseObject(JsonCursor in) {
        if (in.next() != Event.KEY_NAME) throw invalid("payload", "'payload' is required, or payloadBase64 for bytes.");
        String first = in.string();
        if (!first.equals(MESSAGES)) return new PublishBody(List.of(MessageReader.readFrom(in, first)), false);
        List<OutboundMessage> messages = parseBatch(in, in.next());
        if (in.next() == Event.KEY_NAME) {
            String other = in.string();
            throw invalid(other, "'" + other + "' cannot stand beside 'messages'; put it into each message.");
        }
        return new PublishBody(messages, true);
    }

    private static List<OutboundMessage> parseBatch(JsonCursor in, Event first) {
        if (first != Event.START_ARRAY) throw MemberReader.wrongType(MESSAGES, "an array of messages", first);
        List<OutboundMessage> messages = new ArrayList<>();
        for (Event event = in.next(); event != Event.END_ARRAY; event = in.next()) {
            String path = MESSAGES + "[" + messages.size() + "]";
            requireRoom(messages.size());
            if (event != Event.START_OBJECT) throw MemberReader.wrongType(path, "a message object", event);
            messages.add(MessageReader.read(in, path + "."));
        }
        if (messages.isEmpty()) throw invalid(MESSAGES, "'messages' is empty; send at least one message.");
        return messages;
    }

    /** @throws ProblemException if a batch of {@code count} messages cannot take another one */
    static void requireRoom(int count) {
        if (count < MAX_MESSAGES) return;
        throw new ProblemException(ErrorCode.REQUEST_TOO_LARGE,
            "A batch has at most " + MAX_MESSAGES + " messages; send the rest in another request.",
            Map.of("field", MESSAGES, "limit", MAX_MESSAGES));
    }
}
