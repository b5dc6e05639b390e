package org.partita.wire.server;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Answers a request with its correlation id and as many bytes as it asks for, at once or when the test says so.
 *
 * <p>Shape of a request: API key s16 (below), version s16, correlation id s32, then for {@link #FILL} size s32.
 */
final class ScriptedHandler implements RequestHandler {
    static final short ECHO = 1;
    static final short HELD = 2;
    static final short HELD_ALONE = 3;
    static final short FILL = 4;
    static final short BROKEN = 5;
    static final int MAX_FRAME_BYTES = 1 << 20;
    private static final long WAIT_SECONDS = 20;

    private final BlockingQueue<Held> held = new LinkedBlockingQueue<>();

    /** A request that waits for the test. */
    record Held(int correlationId, CompletableFuture<Answer> answer) {
        void release() {
            answer.complete(ScriptedHandler.answer(correlationId, 0));
        }
    }

    @Override
    public RequestRule rule(short apiKey, short apiVersion) {
        if (apiKey < ECHO || apiKey > BROKEN) throw new MalformedRequestException("API " + apiKey);
        return new RequestRule(MAX_FRAME_BYTES, 1, apiKey != HELD_ALONE, false);
    }

    @Override
    public CompletionStage<Answer> handle(ByteBuffer request, CompletionStage<Void> clientGone) {
        short api = request.getShort();
        request.getShort();
        int correlationId = request.getInt();
        if (api == HELD || api == HELD_ALONE) {
            Held waiting = new Held(correlationId, new CompletableFuture<>());
            held.add(waiting);
            return waiting.answer();
        }
        if (api == BROKEN) throw new MalformedRequestException("broken");
        return CompletableFuture.completedStage(answer(correlationId, api == FILL ? request.getInt() : 0));
    }

    /** The next request that waits for the test. */
    Held nextHeld() throws InterruptedException {
        Held next = held.poll(WAIT_SECONDS, TimeUnit.SECONDS);
        if (next == null) throw new AssertionError("no request came");
        return next;
    }

    boolean holdsNothing() {
        return held.isEmpty();
    }

    static byte[] request(short api, int correlationId, int... size) {
        ByteBuffer request = ByteBuffer.allocate(FrameAssembler.MIN_FRAME_BYTES + size.length * Integer.BYTES);
        request.putShort(api).putShort((short) 0).putInt(correlationId);
        for (int each : size) request.putInt(each);
        return request.array();
    }

    private static Answer answer(int correlationId, int fillBytes) {
        return allocator -> List.of(allocator.buffer(2 * Integer.BYTES + fillBytes)
            .writeInt(Integer.BYTES + fillBytes).writeInt(correlationId).writeZero(fillBytes));
    }
}
