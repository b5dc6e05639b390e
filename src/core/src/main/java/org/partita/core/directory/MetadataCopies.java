package org.partita.core.directory;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.partita.core.metadata.MetadataStore;

/**
 * Keeps a copy of the metadata in each data directory but the home, so that the topics are known without the disk of
 * the home. Each is written on the loop of its directory; the newest that waits is the one written.
 */
public final class MetadataCopies {
    private static final System.Logger LOG = System.getLogger(MetadataCopies.class.getName());

    private final List<Copy> copies;
    private volatile boolean started;

    public MetadataCopies(List<BrokerDirectory> directories) {
        this.copies = directories.stream().map(Copy::new).toList();
    }

    /** To be called with every image that is committed, in their order. Does not wait. */
    public void committed(ByteBuffer image) {
        copies.forEach(copy -> copy.offer(image));
    }

    /** Writes what waits, by the starting thread; what is committed after this is for the loops of the directories. */
    public void writeNow() {
        copies.forEach(Copy::write);
        started = true;
    }

    private final class Copy {
        private final BrokerDirectory directory;
        private final AtomicReference<ByteBuffer> waiting = new AtomicReference<>();

        private Copy(BrokerDirectory directory) {
            this.directory = directory;
        }

        private void offer(ByteBuffer image) {
            if (waiting.getAndSet(image) == null && started) directory.loop().event(this::write);
        }

        private void write() {
            ByteBuffer image = waiting.getAndSet(null);
            if (image == null) return;
            try {
                MetadataStore.writeCopy(directory.store(), image.duplicate());
            } catch (RuntimeException failure) {
                LOG.log(Level.WARNING, "the copy of the metadata in data directory " + directory.name() + " could not "
                    + "be written; the next change of a topic or the next start writes it", failure);
            }
        }
    }
}
