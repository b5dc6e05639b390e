package org.partita.wire.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Predicate;

import org.partita.core.broker.Broker;

/** A broker that fails in a way nobody foresaw. */
public final class FailingBroker {
    private FailingBroker() {
    }

    /** @param fails at which calls of the method, by their arguments */
    public static Broker at(Broker real, String method, Predicate<Object[]> fails) {
        return (Broker) Proxy.newProxyInstance(FailingBroker.class.getClassLoader(), new Class<?>[] {Broker.class},
            (proxy, called, arguments) -> {
                if (called.getName().equals(method) && fails.test(arguments)) throw new AssertionError("on purpose");
                try {
                    return called.invoke(real, arguments);
                } catch (InvocationTargetException failure) {
                    throw failure.getCause();
                }
            });
    }
}
