package org.partita.systemtests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands one running broker to every test that asks for a {@link BrokerProcess} or {@link BrokerClient}. Such a test
 * leaves the broker running and uses topics of its own; the broker goes with the test run. It runs in the JVM that
 * users get.
 */
public final class SharedBroker implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        Class<?> type = parameter.getParameter().getType();
        return type == BrokerProcess.class || type == BrokerClient.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        BrokerProcess broker = test.getRoot().getStore(Namespace.create(SharedBroker.class))
            .getOrComputeIfAbsent(BrokerProcess.class, key -> start(), BrokerProcess.class);
        return parameter.getParameter().getType() == BrokerProcess.class ? broker : broker.client();
    }

    private static BrokerProcess start() {
        try {
            Path parent = Files.createDirectories(Distribution.workDirectory());
            return BrokerProcess.startAsShipped(Files.createTempDirectory(parent, "shared-broker"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
