package org.partita.store.directory;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.management.JMException;
import javax.management.ObjectName;
import org.partita.storage.SegmentStore;

/** A process that may open few files: works with {@link ManySegments}, also with no descriptor left. */
final class FewDescriptorsProcess {
    private FewDescriptorsProcess() {
    }

    public static void main(String[] arguments) throws IOException, JMException {
        try (DataDirectory directory = DataDirectory.open(Path.of(arguments[0]), 1)) {
            SegmentStore store = directory.connect();
            ManySegments segments = ManySegments.open(store);
            segments.readAndAppend(new Random(1), 10_000);
            segments.checkAll();
            // Classes that are not loaded yet need descriptors as well.
            store.writeState("votes", ByteBuffer.allocate(2));
            List<InputStream> others = takeAllDescriptors();
            segments.readAndAppend(new Random(2), 1_000);
            store.writeState("votes", ByteBuffer.allocate(1));
            for (InputStream other : others) other.close();
            System.out.println("limit " + maxDescriptors() + " size " + segments.sizeBytes());
        }
    }

    private static List<InputStream> takeAllDescriptors() {
        List<InputStream> taken = new ArrayList<>();
        while (true) {
            try {
                taken.add(new FileInputStream("/dev/null"));
            } catch (IOException e) {
                return taken;
            }
        }
    }

    private static Object maxDescriptors() throws JMException {
        return ManagementFactory.getPlatformMBeanServer().getAttribute(
            new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME), "MaxFileDescriptorCount");
    }
}
