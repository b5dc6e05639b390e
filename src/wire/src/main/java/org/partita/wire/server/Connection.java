package org.partita.wire.server;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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

    private final ConnectionServices services;
    private final Channel channel;
    private final FrameAssembler assembler;
    private final Patience patience;
    private final Outbox outbox;
    private final RequestQueue requests = new RequestQueue();
    /** Read and not taken in, because there is no room. */
    private final Deque<ByteBuf> input = new ArrayDeque<>();
    private Future<?> checks;
    private boolean awaitingMemory;
    /** One goes for this one already: no second shall. */
    private boolean awaitingRoom;
    private boolean working;
    private boolean finishing;
    /** What is written is the last; what was begun goes without an answer. */
    private boolean last;
    private boolean closed;

    Connection(ConnectionServices services, Channel channel) {
        this.services = services;
        this.channel = channel;
        this.assembler = new FrameAssembler(channel.alloc(), services.handler(), services.memory(),
            services.limits().maxFrameBytes());
        this.outbox = new Outbox(channel, services.unsent());
        this.patience = new Patience(services.limits().timeouts(), System.nanoTime());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (!services.connections().enter(this)) {
            closed = true;
            channel.close();
            return;
        }
        long periodMillis = services.limits().timeouts().checkMillis();
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
        services.connections().leave(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (closed || finishing || last) {
            bytes.release();
            return;
        }
        input.add(bytes);
        work();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (channel.isWritable()) work();
    }

    /** What the network or a client does is no failure of ours. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) close("the connection broke");
        else fail(cause);
    }

    /** Reads no more, answers what was asked, and closes. On any thread. */
    void finish() {
        execute(() -> {
            finishing = true;
            channel.config().setAutoRead(false);
            dropInput();
            requests.hurry();
            closeIfFinished();
        }, channel::close);
    }

    private void execute(Runnable task, Runnable otherwise) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException stopped) {
            otherwise.run();
        }
    }

    /** On any thread. */
    void closeNow() {
        channel.close();
    }

    private void dropInput() {
        while (!input.isEmpty()) input.remove().release();
    }

    /**
     * Takes in, begins and answers as much as there is room for. Every round of it takes a request or sends an answer,
     * or is the last. That a flush makes room is told from within it, so that call has nothing to do.
     */
    private void work() {
        if (working || closed) return;
        working = true;
        try {
            while (takeIn() | answer()) channel.flush();
        } catch (MalformedRequestException malformed) {
            close(malformed.getMessage());
        } catch (RuntimeException unforeseen) {
            fail(unforeseen);
        } finally {
            working = false;
        }
        closeIfFinished();
        if (closed || finishing) return;
        boolean paused = !channel.config().isAutoRead();
        channel.config().setAutoRead(reads() && input.isEmpty());
        if (paused && channel.config().isAutoRead()) patience.resumed(System.nanoTime());
    }

    /** Whether there is a request more than before. */
    private boolean takeIn() {
        int before = requests.size();
        boolean more = true;
        while (more && reads() && !requests.waits() && !input.isEmpty()) {
            ByteBuf bytes = input.peek();
            more = advance(bytes);
            if (!bytes.isReadable()) input.remove().release();
        }
        return requests.size() > before;
    }

    /** Begins and answers one request after the other. @return whether an answer was sent */
    private boolean answer() {
        boolean sent = false;
        boolean more = true;
        while (more && !closed) {
            Optional<PendingRequest> answered = channel.isWritable() ? requests.nextAnswered() : Optional.empty();
            answered.ifPresent(this::send);
            boolean begun = channel.isWritable() && begin();
            sent |= answered.isPresent();
            more = answered.isPresent() || begun;
        }
        return sent;
    }

    private boolean reads() {
        return !closed && !finishing && !last && channel.isWritable()
            && requests.size() < services.limits().maxRequestsPerConnection();
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
        return true;
    }

    /** Whether to try once more: room may have become free before the wish for it was noted. */
    private boolean awaitMemory(long nowNanos) {
        if (awaitingMemory) return false;
        awaitingMemory = true;
        patience.memoryNeeded(nowNanos);
        long bytes = assembler.neededBytes();
        services.memory().await(bytes, () -> memoryFreed(bytes));
        return true;
    }

    private void memoryFreed(long bytes) {
        execute(() -> {
            awaitingMemory = false;
            work();
            if (!awaitingMemory) services.memory().wakeNext(bytes);
        }, () -> services.memory().wakeNext(bytes));
    }

    private boolean begin() {
        Optional<PendingRequest> next = requests.nextToStart();
        if (next.isEmpty() || awaitingRoom) return false;
        awaitingRoom = !services.makeRoom(this, () -> execute(this::roomMade, () -> { }));
        if (awaitingRoom) return false;
        begin(next.get());
        return true;
    }

    private void roomMade() {
        awaitingRoom = false;
        work();
    }

    /** An answer that is there at once is sent before anything else is begun: so it counts for what may be begun. */
    private void begin(PendingRequest request) {
        CompletableFuture<Answer> answer;
        try {
            answer = services.handler().handle(request.start(), request.hurry()).toCompletableFuture();
        } catch (RuntimeException | Error refused) {
            request.release();
            throw refused;
        }
        if (answer.isDone() && !answer.isCompletedExceptionally()) {
            request.answered(answer.join());
            patience.answered(System.nanoTime());
        } else {
            request.handedOver();
            answer.whenComplete((given, failure) -> execute(() -> answered(request, given, failure), () -> {
                if (given != null) given.release();
                request.release();
            }));
        }
    }

    private void answered(PendingRequest request, Answer given, Throwable failure) {
        boolean late = closed || last;
        if (late || failure != null) request.release();
        if (late && given != null) given.release();
        if (late) return;
        if (failure != null) {
            fail(Failures.bare(failure));
            return;
        }
        request.answered(given);
        patience.answered(System.nanoTime());
        work();
    }

    private void send(PendingRequest request) {
        Answer answer = request.takeAnswer();
        try {
            outbox.put(answer);
        } finally {
            request.release();
        }
        if (answer.closes()) closeBehindAnswers();
    }

    private void closeBehindAnswers() {
        LOG.log(Level.DEBUG, "connection of {0} ends: a request that asks for no answer failed",
            channel.remoteAddress());
        last = true;
        dropInput();
        assembler.release();
        requests.clear();
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** On any thread. */
    Outbox outbox() {
        return outbox;
    }

    /** Closes this for others that have answers to send. @return whether it is done; if not, {@code retry} comes */
    boolean evict(Runnable retry) {
        outbox.giveUp();
        boolean mine = channel.eventLoop().inEventLoop();
        if (mine) {
            close("it does not read its answers, and others have some to send");
            outbox.gone();
        } else {
            channel.close().addListener(closed -> retry.run());
        }
        return mine;
    }

    private void closeIfFinished() {
        if (closed || last || !finishing || requests.size() > 0) return;
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
        LOG.log(Level.ERROR, "connection of " + channel.remoteAddress() + " closed: nobody foresaw this", failure);
        closed = true;
        channel.close();
    }
}
