package org.partita.cli.broker;

import static java.lang.System.Logger.Level.WARNING;
import static java.util.Objects.requireNonNull;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Holds back what comes to the HTTP port until the application can answer: connections wait in the system's queue.
 *
 * <p>The server opens the port some seconds before the application is deployed. Meanwhile it would answer by itself,
 * that nothing is there and that its health is fine. It has no call that would keep it from that, so this goes to its
 * transport by reflection; on a server built otherwise the gate stays open, with a warning.
 */
final class HttpGate {
    private static final System.Logger LOG = System.getLogger(HttpGate.class.getName());
    private static final int LOOK_AGAIN_MILLIS = 1;

    private final Thread watch;
    /** Touched by the watch, and by others when that has ended; so is the failure. */
    private final List<Object> paused = new ArrayList<>();
    private Throwable failure;
    private volatile boolean opened;

    private HttpGate(ServerTransports server) {
        watch = new Thread(() -> pauseOnceListening(server), "partita-http-gate");
        watch.setDaemon(true);
    }

    /**
     * Holds the port back from the moment on at which the server opens it.
     *
     * @param starting the thread that starts the server: the server makes its class loader that of this thread
     */
    static HttpGate before(Thread starting) {
        HttpGate gate = new HttpGate(new ServerTransports(starting));
        gate.watch.start();
        return gate;
    }

    private void pauseOnceListening(ServerTransports server) {
        try {
            while (paused.isEmpty() && !opened) {
                pause(server);
                Thread.sleep(LOOK_AGAIN_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pause(ServerTransports server) {
        try {
            for (Object transport : server.running()) {
                call(transport, "pause");
                paused.add(transport);
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError otherServer) {
            failure = otherServer;
        }
    }

    /** Lets in who waits, and everybody from now on. */
    void open() {
        try {
            opened = true;
            watch.join();
            if (paused.isEmpty()) {
                LOG.log(WARNING, "this server did not let its port be held back; it answered by itself until the "
                    + "application was there", failure);
            }
            for (Object transport : paused) call(transport, "resume");
        } catch (ReflectiveOperationException e) {
            throw new LaunchException("the HTTP port cannot be opened (" + e + ")", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void call(Object target, String method) throws ReflectiveOperationException {
        target.getClass().getMethod(method).invoke(target);
    }

    /** What the server listens with. */
    private static final class ServerTransports {
        private final Thread starting;
        private final ClassLoader before;

        ServerTransports(Thread starting) {
            this.starting = requireNonNull(starting, "starting");
            this.before = starting.getContextClassLoader();
        }

        /** None before the server's listeners run. */
        List<Object> running() throws ReflectiveOperationException {
            ClassLoader server = starting.getContextClassLoader();
            if (server == before) return List.of();
            Object locator = Class.forName("org.glassfish.internal.api.Globals", true, server)
                .getMethod("getDefaultHabitat").invoke(null);
            return locator == null ? List.of() : running(locator, server);
        }

        /** It listens to events from before its listeners are opened on, but is no active service until long after. */
        private static List<Object> running(Object locator, ClassLoader server) throws ReflectiveOperationException {
            Class<?> service = Class.forName("com.sun.enterprise.v3.services.impl.GrizzlyService", false, server);
            Class<?> events = Class.forName("org.glassfish.api.event.Events", false, server);
            Object bus = Class.forName("org.glassfish.hk2.api.ServiceLocator", false, server)
                .getMethod("getService", Class.class, Annotation[].class).invoke(locator, events, new Annotation[0]);
            if (bus == null) return List.of();
            List<Object> transports = new ArrayList<>();
            for (Object each : members(bus, "listeners")) {
                if (!service.isInstance(each)) continue;
                for (Object proxy : members(each, "proxies")) {
                    Object listener = proxy.getClass().getMethod("getUnderlyingListener").invoke(proxy);
                    transports.add(listener.getClass().getMethod("getTransport").invoke(listener));
                }
            }
            return transports;
        }

        private static Object[] members(Object owner, String field) throws ReflectiveOperationException {
            Field members = owner.getClass().getDeclaredField(field);
            members.setAccessible(true);
            return ((Collection<?>) members.get(owner)).toArray();
        }
    }
}
