package org.partita.web.front;

import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.util.Mapper;
import org.glassfish.grizzly.http.util.HttpStatus;
import org.glassfish.hk2.api.ServiceLocator;

/**
 * Puts the {@link Entrance} before the servlet container while the application is there, and to the end of the process.
 *
 * <p>The server has no API for this; its own web container registers itself in the same way. On a server that is built
 * otherwise the application works without.
 */
@WebListener
public class EntranceListener implements ServletContextListener {
    private static final Map<Integer, String> STATUSES = Map.of(
        422, "Unprocessable Content", 429, "Too Many Requests", 507, "Insufficient Storage");
    private static final String UNKNOWN = "CUSTOM";
    private static final System.Logger LOG = System.getLogger(EntranceListener.class.getName());

    private final AtomicBoolean ending = new AtomicBoolean();
    /** The virtual machine takes nothing but a thread of its own for this. */
    private final Thread endNotice = new Thread(() -> ending.set(true), "partita-entrance");

    @Override
    public void contextInitialized(ServletContextEvent event) {
        STATUSES.forEach(EntranceListener::name);
        String contextPath = event.getServletContext().getContextPath();
        replace(handler -> handler instanceof Entrance ? handler : new Entrance(handler, contextPath, ending::get));
        try {
            Runtime.getRuntime().addShutdownHook(endNotice);
        } catch (IllegalStateException endsAlready) {
            ending.set(true);
        }
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        if (ending.get() || !forget(endNotice)) return;
        replace(handler -> handler instanceof Entrance entrance ? entrance.container() : handler);
    }

    /** @return false if it is too late, because the process ends */
    private static boolean forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
            return true;
        } catch (IllegalStateException ending) {
            return false;
        }
    }

    /** The server calls what it does not know "CUSTOM", and has no public way to teach it. */
    private static void name(int status, String phrase) {
        try {
            Method register = HttpStatus.class.getDeclaredMethod("register", int.class, String.class);
            register.setAccessible(true);
            if (HttpStatus.getHttpStatus(status).getReasonPhrase().equals(UNKNOWN)) {
                register.invoke(null, status, phrase);
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError otherServer) {
            LOG.log(Level.DEBUG, "this server names status " + status + " itself", otherServer);
        }
    }

    private static void replace(UnaryOperator<HttpHandler> change) {
        try {
            Class<?> globals = Class.forName("org.glassfish.internal.api.Globals");
            ServiceLocator services = (ServiceLocator) globals.getMethod("getDefaultHabitat").invoke(null);
            for (Mapper mapper : services.getAllServices(Mapper.class)) replace(mapper, change);
        } catch (ReflectiveOperationException | LinkageError otherServer) {
            LOG.log(Level.WARNING, "this server does not let the application look at paths before it; malformed ones "
                + "get the server's own answers", otherServer);
        }
    }

    private static void replace(Mapper mapper, UnaryOperator<HttpHandler> change) throws ReflectiveOperationException {
        Object current = mapper.getClass().getMethod("getHttpHandler").invoke(mapper);
        if (!(current instanceof HttpHandler handler)) return;
        mapper.getClass().getMethod("setHttpHandler", HttpHandler.class).invoke(mapper, change.apply(handler));
    }
}
