package org.partita.core.local;

import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.partita.core.execution.Loop;
import org.partita.core.metadata.MetadataImage;
import org.partita.core.metadata.MetadataInDoubtException;
import org.partita.core.metadata.MetadataStore;
import org.partita.core.producer.ProducerIdBlocks;

/** Takes blocks of producer ids from the metadata, on its loop: durable before the first id of one is given. */
final class MetadataProducerIds implements ProducerIdBlocks {
    private static final System.Logger LOG = System.getLogger(MetadataProducerIds.class.getName());

    private final Loop loop;
    private final TopicCatalog catalog;
    private final MetadataStore metadata;
    private boolean failing;
    private boolean inDoubt;

    /** @param loop the one on which topics change */
    MetadataProducerIds(Loop loop, TopicCatalog catalog, MetadataStore metadata) {
        this.loop = loop;
        this.catalog = catalog;
        this.metadata = metadata;
    }

    @Override
    public CompletionStage<Long> reserveBlock(int size) {
        CompletableFuture<Long> firstId = new CompletableFuture<>();
        loop.event(() -> {
            try {
                firstId.complete(reserved(size));
                failing = false;
            } catch (RuntimeException | Error failure) {
                report(failure);
                firstId.completeExceptionally(failure);
            }
        });
        return firstId;
    }

    /** Once while it lasts. */
    private void report(Throwable failure) {
        if (!(failure instanceof MetadataInDoubtException)) {
            if (!failing) LOG.log(Level.WARNING, "producer ids cannot be reserved; it is tried again", failure);
            failing = true;
        } else if (!inDoubt) {
            LOG.log(Level.ERROR, "no producer id can be reserved until the broker is restarted", failure);
            inDoubt = true;
        }
    }

    private long reserved(int size) {
        MetadataImage before = catalog.image();
        catalog.apply(metadata.save(before.reservingProducerIds(size)));
        return before.nextProducerId();
    }
}
