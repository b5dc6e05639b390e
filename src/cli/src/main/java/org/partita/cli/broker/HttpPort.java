package org.partita.cli.broker;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The HTTP port, which is opened when the application can answer.
 *
 * <p>The server listens some seconds before the application is deployed. Meanwhile it would answer by itself, that
 * nothing is there and that its health is fine. So it is told to listen on a port that nobody knows, and changes to the
 * right one afterwards. It has no call for that, so this goes to its transport by reflection.
 */
final class HttpPort {
    /** The system chooses one that is free. */
    static final int UNKNOWN = 0;

    private HttpPort() {
    }

    /**
     * To be called on the thread that has started the server, which has made its class loader that of the thread.
     *
     * @throws LaunchException if somebody else has the port by now, or the server is built otherwise
     */
    static void open(InetSocketAddress address) {
        try {
            List<Object> transports = transports(Thread.currentThread().getContextClassLoader());
            if (transports.size() != 1) {
                throw new LaunchException("the HTTP port cannot be opened: this server has " + transports.size()
                    + " listeners, one is expected");
            }
            Object transport = transports.get(0);
            Object backlog = method(transport, "getServerConnectionBackLog").invoke(transport);
            method(transport, "unbindAll").invoke(transport);
            method(transport, "bind", SocketAddress.class, int.class).invoke(transport, address, backlog);
        } catch (InvocationTargetException e) {
            throw new LaunchException("cannot listen on " + address.getAddress().getHostAddress() + " port "
                + address.getPort() + " (" + e.getCause().getMessage()
                + "); did another process take it while the server started?", e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new LaunchException("the HTTP port cannot be opened: this server is built otherwise (" + e + ")", e);
        }
    }

    /** What the server listens with. */
    private static List<Object> transports(ClassLoader server) throws ReflectiveOperationException {
        Object locator = Class.forName("org.glassfish.internal.api.Globals", true, server)
            .getMethod("getDefaultHabitat").invoke(null);
        Class<?> service = Class.forName("com.sun.enterprise.v3.services.impl.GrizzlyService", false, server);
        Object grizzly = Class.forName("org.glassfish.hk2.api.ServiceLocator", false, server)
            .getMethod("getService", Class.class, Annotation[].class).invoke(locator, service, new Annotation[0]);
        Field proxies = service.getDeclaredField("proxies");
        proxies.setAccessible(true);
        List<Object> running = new ArrayList<>();
        for (Object proxy : (Collection<?>) proxies.get(grizzly)) {
            Object listener = method(proxy, "getUnderlyingListener").invoke(proxy);
            Object transport = method(listener, "getTransport").invoke(listener);
            if (!(boolean) method(transport, "isStopped").invoke(transport)) running.add(transport);
        }
        return running;
    }

    private static Method method(Object target, String name, Class<?>... parameters) throws NoSuchMethodException {
        return target.getClass().getMethod(name, parameters);
    }
}
