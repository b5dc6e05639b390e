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
final class HttpGate implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(HttpGate.class.getName());
    private static final int LOOK_AGAIN_MILLIS = 1;

    private final Thread watch;
    /** Touched by the watch, and by others when that has ended. */
    private final List<Object> paused = new ArrayList<>();
    private volatile boolean opened;

    private HttpGate(ServerTransports server) {
        watch = new Thread(() -> pauseOnceListening(server), "partita-http-gate");
        watch.setDaemon(true);
    }

    /**
     * Holds the port back from the moment on at which the server opens it.
     *
     * @param server its class loader, when its services are known and none runs yet
     */
    static HttpGate before(ClassLoader server) {
        HttpGate gate = new HttpGate(new ServerTransports(server));
        gate.watch.start();
        return gate;
    }

    private void pauseOnceListening(ServerTransports server) {
        try {
            while (paused.isEmpty() && !opened) {
                for (Object transport : server.running()) {
                    call(transport, "pause");
                    paused.add(transport);
                }
                Thread.sleep(LOOK_AGAIN_MILLIS);
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError otherServer) {
            LOG.log(WARNING, "this server does not let its port be held back; until the application is there, it "
                + "answers by itself", otherServer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets in who waits. */
    @Override
    public void close() {
        opened = true;
        try {
            watch.join();
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
        private final ClassLoader loader;

        ServerTransports(ClassLoader loader) {
            this.loader = requireNonNull(loader, "loader");
        }

        /** None before the server's listeners run. */
        List<Object> running() throws ReflectiveOperationException {
            Object locator = type("org.glassfish.internal.api.Globals").getMethod("getDefaultHabitat").invoke(null);
            Class<?> service = type("com.sun.enterprise.v3.services.impl.GrizzlyService");
            Object handle = type("org.glassfish.hk2.api.ServiceLocator")
                .getMethod("getServiceHandle", Class.class, Annotation[].class)
                .invoke(locator, service, new Annotation[0]);
            Class<?> handles = type("org.glassfish.hk2.api.ServiceHandle");
            if (!(boolean) handles.getMethod("isActive").invoke(handle)) return List.of();
            Field listeners = service.getDeclaredField("proxies");
            listeners.setAccessible(true);
            List<Object> transports = new ArrayList<>();
            for (Object each : (Collection<?>) listeners.get(handles.getMethod("getService").invoke(handle))) {
                Object listener = each.getClass().getMethod("getUnderlyingListener").invoke(each);
                transports.add(listener.getClass().getMethod("getTransport").invoke(listener));
            }
            return transports;
        }

        private Class<?> type(String name) throws ClassNotFoundException {
            return Class.forName(name, true, loader);
        }
    }
}
