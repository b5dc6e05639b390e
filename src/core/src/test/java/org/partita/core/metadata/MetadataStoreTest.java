package org.partita.core.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;
import org.partita.storage.testing.MemorySegmentStore;

class MetadataStoreTest {
    private static final String ONE = "metadata.image";
    private static final String OTHER = "metadata.image.copy";
    private static final ByteBuffer NONSENSE = ByteBuffer.wrap(new byte[100]);

    private final MemorySegmentStore store = new MemorySegmentStore(
        new DirectoryIdentity("c", 1, new UUID(1, 1), 1));
    private final MetadataStore metadata = new MetadataStore(store);
    private final MetadataImage image = MetadataImage.empty("c")
        .with(new TopicMetadata(new UUID(1, 2), "orders", 3, 1, TopicConfig.DEFAULT));

    @Test
    void blankDirectoryHasNoImage() {
        assertThat(metadata.load()).isEmpty();
    }

    @Test
    void savedImageIsLoaded() {
        metadata.save(image);

        assertThat(metadata.load()).contains(image);
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, OTHER})
    void damageToOneCopyLosesNothing(String damaged) {
        metadata.save(image);
        store.writeState(damaged, NONSENSE);

        assertThat(metadata.load()).contains(image);
    }

    @Test
    void crashBetweenTheCopiesLeavesTheNewerOne() {
        metadata.save(image);
        MetadataImage newer = image.without("orders");
        store.writeState(ONE, MetadataCodec.encode(newer));

        assertThat(metadata.load()).contains(newer);
    }

    @Test
    void damageToBothCopiesIsReportedAndChangesNothing() {
        metadata.save(image);
        store.writeState(ONE, NONSENSE);
        store.writeState(OTHER, ByteBuffer.allocate(0));

        assertThatThrownBy(metadata::load).isInstanceOf(StorageException.class)
            .hasMessageContaining("from a backup").hasMessageContaining(ONE).hasMessageContaining(OTHER);
        assertThat(store.readState(ONE)).contains(NONSENSE);
    }

    @Test
    void filesWithoutAnyImageAreNotTakenForABlankDirectory() {
        store.partition(new PartitionId(new UUID(1, 2), 0)).createSegment(0).close();

        assertThatThrownBy(metadata::load).isInstanceOf(StorageException.class).hasMessageContaining("1 partitions");
    }

    @Test
    void unreadableDiskIsNotTakenForABlankDirectory() {
        metadata.save(image);
        store.disk().failNextRead();

        assertThatThrownBy(metadata::load).isInstanceOf(StorageException.class);
    }

    @Test
    void imageOfAnotherClusterIsRefused() {
        metadata.save(MetadataImage.empty("other"));

        assertThatThrownBy(metadata::load).isInstanceOf(StorageException.class).hasMessageContaining("other");
    }
}
