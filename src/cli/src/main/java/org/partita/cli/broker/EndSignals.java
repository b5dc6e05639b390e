package org.partita.cli.broker;

import java.lang.System.Logger.Level;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Signals that ask a process to end.
 *
 * <p>Left to the virtual machine, they let the server's shutdown hook loose on a server that is still starting. Their
 * handling is no part of the platform's API, so it is asked for by name; a machine without it does what it always does.
 */
final class EndSignals {
    private static final System.Logger LOG = System.getLogger(EndSignals.class.getName());
    private static final List<String> NAMES = List.of("TERM", "INT", "HUP");

    private EndSignals() {
    }

    /** Gives the number of each of them that comes to {@code action}, on a thread of its own. */
    static void onEach(IntConsumer action) {
        NAMES.forEach(name -> on(name, action));
    }

    private static void on(String name, IntConsumer action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object asked = signal.getConstructor(String.class).newInstance(name);
            int number = (int) signal.getMethod("getNumber").invoke(asked);
            Object handled = Proxy.newProxyInstance(EndSignals.class.getClassLoader(), new Class<?>[] {handler},
                    (proxy, method, arguments) -> {
                        action.accept(number);
                        return null;
                    });
            signal.getMethod("handle", signal, handler).invoke(null, asked, handled);
        } catch (ReflectiveOperationException | LinkageError e) {
            LOG.log(Level.DEBUG, "signal " + name + " is left to the virtual machine", e);
        }
    }
}
