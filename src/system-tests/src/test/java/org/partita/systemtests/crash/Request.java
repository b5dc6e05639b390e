package org.partita.systemtests.crash;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.partita.core.broker.AckPolicy;
import org.partita.core.broker.OutboundMessage;
import org.partita.core.broker.PublishRequest;
import org.partita.core.idempotency.IdempotencyKey;
import org.partita.core.record.Bytes;
import org.partita.core.record.LogRecord;
import org.partita.core.record.RecordHeader;

/**
 * A publish of which everything follows from its number, so that another process can tell what must be in the log, byte
 * for byte. A message knows its own number: that of its request and its place in it.
 */
record Request(long number, TestTopic topic, boolean keyed, List<OutboundMessage> messages) {
    /** The publisher whose messages are compressed and written before the broker runs. */
    static final int ARCHIVIST = 255;

    private static final int INDEX_BITS = 6;
    private static final int SEQUENCE_BITS = 24;
    private static final int PUBLISHER_BITS = 8;
    private static final int MAX_MESSAGES = 24;
    private static final long OLD_MILLIS = 1_000_000_000_000L;

    Request {
        messages = List.copyOf(messages);
    }

    static long number(int run, int publisher, int sequence) {
        return ((long) run << PUBLISHER_BITS | publisher) << SEQUENCE_BITS | sequence;
    }

    static int publisher(long number) {
        return (int) (number >> SEQUENCE_BITS) & 0xff;
    }

    static Request ofMessage(long messageNumber) {
        return of(messageNumber >> INDEX_BITS);
    }

    static int indexOf(long messageNumber) {
        return (int) messageNumber & (1 << INDEX_BITS) - 1;
    }

    static Request of(long number) {
        SplittableRandom random = new SplittableRandom(number);
        boolean archived = publisher(number) == ARCHIVIST;
        TestTopic topic = archived ? TestTopic.ARCHIVE
            : TestTopic.values()[random.nextInt(TestTopic.values().length)];
        boolean keyed = topic.remembersKeys() && random.nextInt(3) == 0;
        int partition = archived ? (int) (number & 1) : random.nextInt(-1, topic.partitions());
        int count = random.nextInt(4) > 0 ? 1 + random.nextInt(3) : 1 + random.nextInt(MAX_MESSAGES);
        List<OutboundMessage> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) messages.add(message(number << INDEX_BITS | i, partition, random));
        return new Request(number, topic, keyed, messages);
    }

    private static OutboundMessage message(long messageNumber, int partition, SplittableRandom random) {
        byte[] content = new byte[Long.BYTES + extraBytes(random)];
        random.nextBytes(content);
        ByteBuffer.wrap(content).putLong(messageNumber);
        Bytes key = random.nextInt(3) == 0 ? Bytes.NULL : Bytes.utf8("key-" + random.nextInt(1_000));
        List<RecordHeader> headers = random.nextInt(4) > 0 ? List.of()
            : List.of(new RecordHeader("trace", Bytes.utf8("t" + random.nextInt())), new RecordHeader("", Bytes.NULL));
        long time = random.nextInt(10) > 0 ? OutboundMessage.NOW : OLD_MILLIS + random.nextLong(OLD_MILLIS);
        return new OutboundMessage(key, Bytes.of(content), headers, partition, time);
    }

    /** Mostly small; some are larger than a whole segment should be. */
    private static int extraBytes(SplittableRandom random) {
        int kind = random.nextInt(200);
        if (kind == 0) return 66_000;
        return kind < 10 ? random.nextInt(8_192) : random.nextInt(400);
    }

    PublishRequest publish(long timeoutMillis) {
        IdempotencyKey key = keyed ? new IdempotencyKey("request-" + number) : IdempotencyKey.NONE;
        return new PublishRequest(topic.topic(), messages, AckPolicy.QUORUM, timeoutMillis, key);
    }

    long messageNumber(int index) {
        return number << INDEX_BITS | index;
    }

    /** The number a stored message says it has; negative if it is none of ours. */
    static long numberIn(LogRecord stored) {
        return stored.value().sizeBytes() < Long.BYTES ? -1 : stored.value().buffer().getLong(0);
    }

    /** What is wrong with the message as it was read; empty if it is what was published, byte for byte. */
    static String difference(LogRecord stored, TestTopic.Slot slot) {
        long number = numberIn(stored);
        if (number < 0) return "no message of ours";
        Request request = ofMessage(number);
        if (indexOf(number) >= request.messages().size()) return "request has no message " + number;
        OutboundMessage sent = request.messages().get(indexOf(number));
        if (request.topic() != slot.topic()) return "was sent to " + request.topic();
        if (sent.partition().orElse(slot.partition()) != slot.partition()) return "was sent to another partition";
        boolean same = sent.key().equals(stored.key()) && sent.value().equals(stored.value())
            && sent.headers().equals(stored.headers())
            && sent.timestampMillis().orElse(stored.timestampMillis()) == stored.timestampMillis();
        return same ? "" : "differs from what was sent: key " + shown(stored.key()) + ", " + stored.value();
    }

    private static String shown(Bytes bytes) {
        return bytes.isNull() ? "null" : new String(bytes.toArray(), StandardCharsets.UTF_8);
    }
}
