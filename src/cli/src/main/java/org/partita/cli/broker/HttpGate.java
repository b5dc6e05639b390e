package org.partita.cli.broker;

import static java.lang.System.Logger.Level.WARNING;
import static java.util.Objects.requireNonNull;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Keeps the HTTP port closed until the application can answer.
 *
 * <p>The server opens the port some seconds before the application is deployed. Meanwhile it would answer by itself,
 * that nothing is there and that its health is fine. It has no call that would keep it from that, so this goes to its
 * transport by reflection; on a server built otherwise the port stays open, with a warning.
 */
final class HttpGate {
    private static final System.Logger LOG = System.getLogger(HttpGate.class.getName());
    private static final int LOOK_AGAIN_MILLIS = 1;

    private final Thread watch;
    /** Touched by the watch, and by others when that has ended; so is the failure. */
    private final List<Listener> closed = new ArrayList<>();
    private Throwable failure;
    private volatile boolean opened;

    private HttpGate(ServerListeners server) {
        watch = new Thread(() -> closeOnceListening(server), "partita-http-gate");
        watch.setDaemon(true);
    }

    /**
     * Closes the port as soon as the server has opened it.
     *
     * @param starting the thread that starts the server: the server makes its class loader that of this thread
     */
    static HttpGate before(Thread starting) {
        HttpGate gate = new HttpGate(new ServerListeners(starting));
        gate.watch.start();
        return gate;
    }

    private void closeOnceListening(ServerListeners server) {
        try {
            while (closed.isEmpty() && !opened) {
                close(server);
                Thread.sleep(LOOK_AGAIN_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void close(ServerListeners server) {
        try {
            for (Listener each : server.listening()) {
                each.close();
                closed.add(each);
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError otherServer) {
            failure = otherServer;
        }
    }

    /** @throws LaunchException if somebody else has the port by now */
    void open() {
        try {
            opened = true;
            watch.join();
            if (closed.isEmpty()) {
                LOG.log(WARNING, "the HTTP port could not be kept closed until the application was there: another "
                    + "process has it, or this server is built otherwise", failure);
            }
            for (Listener each : closed) each.open();
        } catch (InvocationTargetException e) {
            throw new LaunchException("the HTTP port cannot be opened (" + e.getCause().getMessage()
                + "); did another process take it meanwhile?", e);
        } catch (ReflectiveOperationException e) {
            throw new LaunchException("the HTTP port cannot be opened (" + e + ")", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Method method(Object target, String name, Class<?>... parameters) throws NoSuchMethodException {
        return target.getClass().getMethod(name, parameters);
    }

    /** One address of the server, and what it listens there with. */
    private record Listener(InetSocketAddress address, Object transport) {
        void close() throws ReflectiveOperationException {
            method(transport, "unbindAll").invoke(transport);
        }

        void open() throws ReflectiveOperationException {
            Object backlog = method(transport, "getServerConnectionBackLog").invoke(transport);
            method(transport, "bind", SocketAddress.class, int.class).invoke(transport, address, backlog);
        }
    }

    /** What the server listens with. */
    private static final class ServerListeners {
        private final Thread starting;
        private final ClassLoader before;

        ServerListeners(Thread starting) {
            this.starting = requireNonNull(starting, "starting");
            this.before = starting.getContextClassLoader();
        }

        /** None before the server's listeners run. */
        List<Listener> listening() throws ReflectiveOperationException {
            ClassLoader server = starting.getContextClassLoader();
            if (server == before) return List.of();
            Object locator = Class.forName("org.glassfish.internal.api.Globals", true, server)
                .getMethod("getDefaultHabitat").invoke(null);
            return locator == null ? List.of() : listening(locator, server);
        }

        /** It listens to events from before its listeners are opened on, but is no active service until long after. */
        private static List<Listener> listening(Object locator, ClassLoader server)
            throws ReflectiveOperationException {
            Class<?> service = Class.forName("com.sun.enterprise.v3.services.impl.GrizzlyService", false, server);
            Class<?> events = Class.forName("org.glassfish.api.event.Events", false, server);
            Object bus = Class.forName("org.glassfish.hk2.api.ServiceLocator", false, server)
                .getMethod("getService", Class.class, Annotation[].class).invoke(locator, events, new Annotation[0]);
            if (bus == null) return List.of();
            List<Listener> running = new ArrayList<>();
            for (Object each : members(bus, "listeners")) {
                if (!service.isInstance(each)) continue;
                for (Object proxy : members(each, "proxies")) {
                    Object listener = method(proxy, "getUnderlyingListener").invoke(proxy);
                    Object transport = method(listener, "getTransport").invoke(listener);
                    if ((boolean) method(transport, "isStopped").invoke(transport)) continue;
                    running.add(new Listener(new InetSocketAddress(
                        (InetAddress) method(listener, "getAddress").invoke(listener),
                        (int) method(listener, "getPort").invoke(listener)), transport));
                }
            }
            return running;
        }

        private static Object[] members(Object owner, String field) throws ReflectiveOperationException {
            Field members = owner.getClass().getDeclaredField(field);
            members.setAccessible(true);
            return ((Collection<?>) members.get(owner)).toArray();
        }
    }
}
