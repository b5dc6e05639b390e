package org.partita.systemtests.harness;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * A disk that takes writes and never ends to force them: a debugger holds every thread of a broker that is about to
 * force a file, until this is closed.
 */
public final class HeldForces implements AutoCloseable {
    private static final String CONNECTOR = "com.sun.jdi.SocketAttach";
    private static final String FILE = "org.partita.store.disk.NioFile";

    private final VirtualMachine broker;

    private HeldForces(VirtualMachine broker) {
        this.broker = broker;
    }

    /** Of a broker that was started with {@link BrokerProcess#startForDebugger}, and has forced a file before. */
    public static HeldForces at(int debugPort) {
        VirtualMachine machine = attached(debugPort);
        ReferenceType file = machine.classesByName(FILE).get(0);
        BreakpointRequest held = machine.eventRequestManager()
            .createBreakpointRequest(file.methodsByName("force").get(0).location());
        held.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        held.enable();
        return new HeldForces(machine);
    }

    private static VirtualMachine attached(int port) {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(found -> found.name().equals(CONNECTOR)).findFirst().orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(Integer.toString(port));
        try {
            return connector.attach(arguments);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (IllegalConnectorArgumentsException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lets all of them go on. */
    @Override
    public void close() {
        broker.dispose();
    }
}
