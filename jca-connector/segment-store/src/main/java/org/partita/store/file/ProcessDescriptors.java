package org.partita.store.file;

import static java.lang.System.Logger.Level.WARNING;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What the operating system lets this process open. */
final class ProcessDescriptors {
    private static final System.Logger LOG = System.getLogger(ProcessDescriptors.class.getName());
    private static final int MAX = 10_000;
    private static final int UNKNOWN = 1_000;

    private ProcessDescriptors() {
    }

    /** Through the MBean, because containers do not show every class of the JDK to a resource adapter. */
    static int halfOfTheFree() {
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName system = new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME);
            long max = (Long) server.getAttribute(system, "MaxFileDescriptorCount");
            long open = (Long) server.getAttribute(system, "OpenFileDescriptorCount");
            return half(max, open);
        } catch (JMException e) {
            LOG.log(WARNING, "the limit of open files of this process is not known; {0} segment files are kept open:"
                + " {1}", UNKNOWN, e.toString());
            return UNKNOWN;
        }
    }

    static int half(long max, long open) {
        return (int) Math.max(0, Math.min(MAX, (max - open) / 2));
    }
}
