package org.partita.systemtests.harness;

import static java.lang.annotation.ElementType.PARAMETER;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands one running broker to every test that asks for a {@link BrokerProcess} or {@link BrokerClient}. Such a test
 * leaves the broker running and uses topics of its own; the broker goes with the test run. It runs in the JVM that
 * users get, and has no settings; a {@link Configured} one has some.
 */
public final class SharedBroker implements ParameterResolver {
    /** Stands for any host that users name. */
    public static final String ADVERTISED_HOST = "Queue.example";
    public static final long BODY_TIMEOUT_MILLIS = 10_000;

    /** Asks for the other broker: it advertises {@link #ADVERTISED_HOST} and waits a shorter time for bodies. */
    @Retention(RUNTIME)
    @Target(PARAMETER)
    public @interface Configured {
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        Class<?> type = parameter.getParameter().getType();
        return type == BrokerProcess.class || type == BrokerClient.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        boolean configured = parameter.isAnnotated(Configured.class);
        BrokerProcess broker = test.getRoot().getStore(Namespace.create(SharedBroker.class))
            .getOrComputeIfAbsent(configured, key -> start(configured), BrokerProcess.class);
        return parameter.getParameter().getType() == BrokerProcess.class ? broker : broker.client();
    }

    private static BrokerProcess start(boolean configured) {
        try {
            Path parent = Files.createDirectories(Distribution.workDirectory());
            Path data = Files.createTempDirectory(parent, "shared-broker");
            if (!configured) return BrokerProcess.startAsShipped(data);
            Path settings = Files.writeString(data.resolveSibling(data.getFileName() + ".properties"),
                "partita.http.body-timeout-ms=" + BODY_TIMEOUT_MILLIS);
            return BrokerProcess.start(data, "--advertise-http", ADVERTISED_HOST + ":443", "--config",
                settings.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
