package org.partita.wire.server;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;

import org.partita.core.execution.Failures;
import org.partita.wire.server.FrameAssembler.Progress;

/**
 * One client: reads its requests as far as there is room for them, and answers them in their order. Everything happens
 * on the event loop of its channel.
 */
final class Connection extends ChannelInboundHandlerAdapter {
    private static final System.Logger LOG = System.getLogger(Connection.class.getName());

    private final Connections connections;
    private final RequestHandler handler;
    private final RequestMemory memory;
    private final WireLimits limits;
    private final Channel channel;
    private final FrameAssembler assembler;
    private final Patience patience;
    private final RequestQueue requests = new RequestQueue();
    /** Read and not taken in, because there is no room. */
    private final Deque<ByteBuf> input = new ArrayDeque<>();
    private Future<?> checks;
    private boolean awaitingMemory;
    private boolean finishing;
    private boolean closed;

    Connection(Connections connections, RequestHandler handler, RequestMemory memory, WireLimits limits,
               Channel channel) {
        this.connections = connections;
        this.handler = handler;
        this.memory = memory;
        this.limits = limits;
        this.channel = channel;
        this.assembler = new FrameAssembler(channel.alloc(), handler, memory, limits.maxFrameBytes());
        this.patience = new Patience(limits.timeouts(), System.nanoTime());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (!connections.enter(this)) {
            closed = true;
            channel.close();
            return;
        }
        long periodMillis = limits.timeouts().checkMillis();
        checks = channel.eventLoop().scheduleWithFixedDelay(this::check, periodMillis, periodMillis,
            TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (checks != null) checks.cancel(false);
        closed = true;
        dropInput();
        assembler.release();
        requests.clear();
        connections.leave(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (closed || finishing) {
            bytes.release();
            return;
        }
        input.add(bytes);
        takeIn();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (channel.isWritable() && !closed) goOn();
    }

    /** What the network or a client does is no failure of ours. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) close("the connection broke");
        else fail(cause);
    }

    /** Reads no more, answers what was asked, and closes. On any thread. */
    void finish() {
        try {
            channel.eventLoop().execute(() -> {
                finishing = true;
                channel.config().setAutoRead(false);
                dropInput();
                closeIfFinished();
            });
        } catch (RejectedExecutionException stopped) {
            channel.close();
        }
    }

    /** On any thread. */
    void closeNow() {
        channel.close();
    }

    private void dropInput() {
        while (!input.isEmpty()) input.remove().release();
    }

    private void goOn() {
        sendAnswers();
        if (closed) return;
        boolean paused = !channel.config().isAutoRead();
        takeIn();
        if (paused && channel.config().isAutoRead()) patience.resumed(System.nanoTime());
    }

    /** Every round takes a request or ends, and there are as many as fit into the input. */
    private void takeIn() {
        try {
            boolean more = true;
            while (more && reads() && !input.isEmpty()) {
                ByteBuf bytes = input.peek();
                more = advance(bytes);
                if (!bytes.isReadable()) input.remove().release();
            }
        } catch (MalformedRequestException malformed) {
            close(malformed.getMessage());
        } catch (RuntimeException unforeseen) {
            fail(unforeseen);
        }
        if (!closed && !finishing) channel.config().setAutoRead(reads() && input.isEmpty());
    }

    private boolean reads() {
        return !closed && !finishing && channel.isWritable() && requests.size() < limits.maxRequestsPerConnection();
    }

    /** Whether to go on. */
    private boolean advance(ByteBuf bytes) {
        Progress progress = assembler.read(bytes);
        long nowNanos = System.nanoTime();
        if (progress == Progress.NEEDS_MEMORY) return awaitMemory(nowNanos);
        if (progress == Progress.NEEDS_BYTES) {
            if (assembler.begun()) patience.frameGrew(assembler.promisedBytes(), nowNanos);
            return true;
        }
        patience.frameComplete(nowNanos);
        requests.add(assembler.take(nowNanos));
        startRequests();
        return true;
    }

    /** Whether to try once more: room may have become free before the wish for it was noted. */
    private boolean awaitMemory(long nowNanos) {
        if (awaitingMemory) return false;
        awaitingMemory = true;
        patience.memoryNeeded(nowNanos);
        long bytes = assembler.neededBytes();
        memory.await(bytes, () -> memoryFreed(bytes));
        return true;
    }

    private void memoryFreed(long bytes) {
        try {
            channel.eventLoop().execute(() -> {
                awaitingMemory = false;
                if (!closed) goOn();
                if (!awaitingMemory) memory.wakeNext(bytes);
            });
        } catch (RejectedExecutionException stopped) {
            memory.wakeNext(bytes);
        }
    }

    private void startRequests() {
        Optional<PendingRequest> next = requests.nextToStart();
        while (!closed && next.isPresent()) {
            start(next.get());
            next = requests.nextToStart();
        }
    }

    /** An answer is always taken by a task of its own: one after the other would be a call within a call. */
    private void start(PendingRequest request) {
        CompletionStage<Answer> answer;
        try {
            answer = handler.handle(request.start());
        } catch (RuntimeException | Error refused) {
            request.release();
            throw refused;
        }
        answer.whenComplete((given, failure) -> {
            try {
                channel.eventLoop().execute(() -> answered(request, given, failure));
            } catch (RejectedExecutionException stopped) {
                request.release();
            }
        });
    }

    private void answered(PendingRequest request, Answer given, Throwable failure) {
        if (closed || failure != null) request.release();
        if (closed) return;
        if (failure != null) {
            fail(Failures.bare(failure));
            return;
        }
        request.answered(given);
        patience.answered(System.nanoTime());
        goOn();
    }

    private void sendAnswers() {
        boolean sent = false;
        try {
            Optional<PendingRequest> next = channel.isWritable() ? requests.nextAnswered() : Optional.empty();
            while (next.isPresent()) {
                send(next.get());
                sent = true;
                next = channel.isWritable() ? requests.nextAnswered() : Optional.empty();
            }
            startRequests();
        } catch (MalformedRequestException malformed) {
            close(malformed.getMessage());
        } catch (RuntimeException unforeseen) {
            fail(unforeseen);
        }
        if (sent) channel.flush();
        closeIfFinished();
    }

    private void send(PendingRequest request) {
        try {
            channel.write(request.answer().encode(channel.alloc()), channel.voidPromise());
        } finally {
            request.release();
        }
    }

    private void closeIfFinished() {
        if (closed || !finishing || requests.size() > 0) return;
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    private void check() {
        ChannelOutboundBuffer output = channel.unsafe().outboundBuffer();
        if (closed || output == null) return;
        long nowNanos = System.nanoTime();
        patience.output(output.totalPendingWriteBytes(), output.currentProgress(), nowNanos);
        patience.lost(nowNanos, requests.oldestUnansweredNanos(), reads()).ifPresent(this::close);
    }

    private void close(String reason) {
        if (closed) return;
        LOG.log(Level.DEBUG, "connection of {0} closed: {1}", channel.remoteAddress(), reason);
        closed = true;
        channel.close();
    }

    private void fail(Throwable failure) {
        if (closed) return;
        LOG.log(Level.ERROR, "connection of " + channel.remoteAddress() + " closed because of a failure nobody foresaw",
            failure);
        closed = true;
        channel.close();
    }
}
