package org.partita.wire.server;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.GlobalEventExecutor;

import org.partita.core.execution.Budget;

/**
 * A listener. Its threads are the container's, made by the factory it is given; {@link #close} ends all of them.
 *
 * <p>Threads that start and close it are left without what Netty keeps for a thread: they outlive this class.
 */
public final class WireServer {
    private static final System.Logger LOG = System.getLogger(WireServer.class.getName());
    private static final int BACKLOG = 1_024;
    /** Of answers that the socket has not taken. Above it no request of the connection is read. */
    private static final WriteBufferWaterMark UNSENT_BYTES = new WriteBufferWaterMark(32 << 10, 64 << 10);
    private static final long BIND_MILLIS = 10_000;

    private final EventLoopGroup loops;
    private final LoopThreads threads;
    private final Channel acceptor;
    private final ConnectionServices services;
    private final PooledByteBufAllocator allocator;
    private final AtomicBoolean closed = new AtomicBoolean();

    private WireServer(EventLoopGroup loops, LoopThreads threads, Channel acceptor, ConnectionServices services,
                       PooledByteBufAllocator allocator) {
        this.loops = loops;
        this.threads = threads;
        this.acceptor = acceptor;
        this.services = services;
        this.allocator = allocator;
    }

    /**
     * Listens until it is closed. Waits until the port is bound.
     *
     * @param address port 0 takes any that is free
     * @param eventLoops how many threads it takes from {@code threads}
     * @param handler made when it is known where it listens; nobody is let in before
     * @throws ListenerException if it cannot listen there
     */
    public static WireServer start(InetSocketAddress address, int eventLoops, ThreadFactory threads, WireLimits limits,
                                   Function<InetSocketAddress, RequestHandler> handler) {
        return start(Transport.best(), address, eventLoops, threads, limits, handler);
    }

    static WireServer start(Transport transport, InetSocketAddress address, int eventLoops, ThreadFactory threads,
                            WireLimits limits, Function<InetSocketAddress, RequestHandler> handler) {
        requireNonNull(threads, "threads");
        requireNonNull(limits, "limits");
        requireNonNull(handler, "handler");
        if (eventLoops < 1) throw new IllegalArgumentException("eventLoops " + eventLoops + " < 1");
        LoopThreads loopThreads = new LoopThreads(threads);
        EventLoopGroup loops = transport.group(eventLoops, loopThreads);
        // Its own, so that what it holds goes with the listener; without caches, which would hide what is in use.
        PooledByteBufAllocator allocator = new PooledByteBufAllocator(true, 0, eventLoops,
            PooledByteBufAllocator.defaultPageSize(), PooledByteBufAllocator.defaultMaxOrder(), 0, 0, true);
        AtomicReference<ConnectionServices> services = new AtomicReference<>();
        ServerBootstrap bootstrap = bootstrap(allocator, services::get).group(loops).channel(transport.serverChannel());
        try {
            Channel acceptor = bound(bootstrap, address);
            RequestHandler served = handler.apply((InetSocketAddress) acceptor.localAddress());
            services.set(new ConnectionServices(new Connections(limits.maxConnections()), served,
                new RequestMemory(limits.maxBytesInFlight()), new Budget(limits.maxUnsentBytes()), limits));
            acceptor.config().setAutoRead(true);
            FastThreadLocal.removeAll();
            LOG.log(Level.INFO, "listening on {0} ({1})", acceptor.localAddress(), transport);
            return new WireServer(loops, loopThreads, acceptor, services.get(), allocator);
        } catch (RuntimeException | Error failed) {
            loops.shutdownGracefully(0, BIND_MILLIS, TimeUnit.MILLISECONDS);
            throw failed;
        }
    }

    private static ServerBootstrap bootstrap(PooledByteBufAllocator allocator, Supplier<ConnectionServices> services) {
        return new ServerBootstrap()
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.ALLOCATOR, allocator)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNSENT_BYTES)
            .childOption(ChannelOption.MESSAGE_SIZE_ESTIMATOR, Outbox.SIZES)
            .childHandler(new ChannelInitializer<>() {
                @Override
                protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new Connection(services.get(), channel));
                }
            });
    }

    private static Channel bound(ServerBootstrap bootstrap, InetSocketAddress address) {
        ChannelFuture binding = bootstrap.bind(address);
        boolean done = binding.awaitUninterruptibly(BIND_MILLIS);
        if (done && binding.isSuccess()) return binding.channel();
        binding.channel().close();
        String finding = done ? String.valueOf(binding.cause().getMessage()) : "no answer of the system in time";
        throw new ListenerException("cannot listen on " + address.getAddress().getHostAddress() + " port "
            + address.getPort() + " for the Kafka protocol (" + finding
            + "); stop what uses it, or choose another address or port", binding.cause());
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) acceptor.localAddress();
    }

    public WireStatistics statistics() {
        return new WireStatistics(services.connections().count(), services.connections().refused(),
            services.memory().used(), services.unsent().used(),
            allocator.metric().directArenas().stream().mapToLong(PoolArenaMetric::numActiveAllocations).sum());
    }

    /**
     * Takes no more connections and requests, lets those that are under way be answered for half of {@code within},
     * then closes. Waits for it. A further call only waits for the threads.
     *
     * @return whether all requests were answered and all threads have ended
     */
    public boolean close(Duration within) {
        long deadlineNanos = System.nanoTime() + within.toNanos();
        if (!closed.compareAndSet(false, true)) return ended(deadlineNanos);
        boolean clean = true;
        try {
            acceptor.close().await(within.toNanos() / 2, TimeUnit.NANOSECONDS);
            clean = finishConnections(deadlineNanos - within.toNanos() / 2);
            services.connections().closeNow();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            services.connections().closeNow();
            clean = false;
        }
        loops.shutdownGracefully(0, Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        boolean ended = ended(deadlineNanos);
        FastThreadLocal.removeAll();
        LOG.log(clean && ended ? Level.INFO : Level.WARNING, "no longer listening on {0}, {1}, {2}",
            acceptor.localAddress(), clean ? "every request was answered" : "requests were left without an answer",
            ended ? "no thread is left" : "threads are left");
        return clean && ended;
    }

    /**
     * Waits for a thread which is not the container's: Netty has one that tells of the end of the others, and keeps it
     * for a second. To be called before the class loader of this class goes, after all listeners are closed.
     *
     * @return whether it has ended
     */
    public static boolean awaitLastThread(Duration within) {
        try {
            return GlobalEventExecutor.INSTANCE.awaitInactivity(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } catch (IllegalStateException neverStarted) {
            // That is how it says so.
            return true;
        }
    }

    private boolean finishConnections(long untilNanos) throws InterruptedException {
        try {
            services.connections().finish().get(Math.max(0, untilNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException busy) {
            return false;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private boolean ended(long untilNanos) {
        try {
            return loops.awaitTermination(Math.max(0, untilNanos - System.nanoTime()), TimeUnit.NANOSECONDS)
                && threads.join(untilNanos);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
