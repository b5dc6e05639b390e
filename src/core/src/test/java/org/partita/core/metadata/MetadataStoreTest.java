package org.partita.core.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.logging.Level;
import java.util.zip.CRC32C;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.core.execution.LoggedLines;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;
import org.partita.storage.testing.MemorySegmentStore;
import org.partita.storage.testing.StateWriteFault;

class MetadataStoreTest {
    private static final String ONE = "metadata.image";
    private static final String OTHER = "metadata.image.copy";
    private static final int FORMAT_POSITION = 4;
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

    /** Whether the damaged one was newer nobody can tell, and it is about to be overwritten. */
    @Test
    void damageSaysWhatMayBeLost() {
        metadata.save(image);
        store.writeState(ONE, NONSENSE);
        try (LoggedLines lines = new LoggedLines(MetadataStore.class)) {

            metadata.load();

            assertThat(lines.at(Level.WARNING)).singleElement(InstanceOfAssertFactories.STRING).contains(ONE,
                "with 1 topics", "written over it", "topics that were created since are missing",
                "restore " + ONE + " and " + OTHER + " from a backup");
        }
    }

    @Test
    void crashBetweenTheCopiesLeavesTheNewerOne() {
        metadata.save(image);
        MetadataImage newer = image.without("orders");
        store.writeState(ONE, MetadataCodec.encode(newer));

        assertThat(metadata.load()).contains(newer);
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, OTHER})
    void imageOfALaterVersionIsNotReplacedByAnOlderCopy(String newer) {
        metadata.save(image);
        ByteBuffer later = inLaterFormat(MetadataCodec.encode(image.without("orders")));
        store.writeState(newer, later.duplicate());

        assertThatThrownBy(() -> new MetadataStore(store).load()).isInstanceOf(StorageException.class)
            .hasMessageContaining(newer).hasMessageContaining("later version").hasMessageContaining("format");

        assertThat(store.readState(newer)).contains(later);
    }

    private static ByteBuffer inLaterFormat(ByteBuffer image) {
        ByteBuffer changed = ByteBuffer.allocate(image.remaining()).put(image).flip();
        changed.putShort(FORMAT_POSITION, (short) (changed.getShort(FORMAT_POSITION) + 1));
        CRC32C crc = new CRC32C();
        crc.update(changed.duplicate().limit(changed.limit() - Integer.BYTES));
        return changed.putInt(changed.limit() - Integer.BYTES, (int) crc.getValue());
    }

    @Test
    void imageWhoseFirstCopyIsDurableIsCommitted() {
        metadata.save(image);
        store.disk().failStateWrite(2, StateWriteFault.IO_ERROR);

        MetadataImage saved = metadata.save(image.without("orders"));

        assertThat(new MetadataStore(store).load()).contains(saved);
    }

    @Test
    void copyThatCouldNotBeWrittenIsWrittenWithTheNextChange() {
        store.disk().failStateWrite(2, StateWriteFault.IO_ERROR);
        MetadataImage saved = metadata.save(metadata.save(image).without("orders"));
        store.writeState(ONE, NONSENSE);

        assertThat(new MetadataStore(store).load()).contains(saved);
    }

    @ParameterizedTest
    @EnumSource(StateWriteFault.class)
    void imageWhoseFirstCopyFailsNeverComesTrue(StateWriteFault fault) {
        metadata.save(image);
        store.disk().failStateWrite(1, fault);

        assertThatThrownBy(() -> metadata.save(image.without("orders"))).isInstanceOf(StorageException.class)
            .isNotInstanceOf(MetadataInDoubtException.class);

        assertThat(new MetadataStore(store).load().orElseThrow().topics()).isEqualTo(image.topics());
    }

    @Test
    void changeAfterOneThatWasTakenBackCounts() {
        metadata.save(image);
        store.disk().failStateWrite(1, StateWriteFault.IO_ERROR_AFTER_REPLACING);
        store.disk().failStateWrite(2, StateWriteFault.IO_ERROR);
        assertThatThrownBy(() -> metadata.save(image.preparing(new UUID(1, 3)))).isInstanceOf(StorageException.class);
        store.disk().failStateWrite(2, StateWriteFault.IO_ERROR);

        MetadataImage saved = metadata.save(image.without("orders"));

        assertThat(new MetadataStore(store).load()).contains(saved);
        assertThat(saved.topics()).isEmpty();
    }

    @Test
    void changeThatCannotBeTakenBackIsInDoubtAndTheLast() {
        metadata.save(image);
        store.disk().failStateWrite(1, StateWriteFault.IO_ERROR_AFTER_REPLACING);
        store.disk().failStateWrite(2, StateWriteFault.IO_ERROR);
        store.disk().failStateWrite(3, StateWriteFault.IO_ERROR);

        assertThatThrownBy(() -> metadata.save(image.without("orders"))).isInstanceOf(MetadataInDoubtException.class);

        assertThat(metadata.inDoubt()).isTrue();
        assertThatThrownBy(() -> metadata.save(image)).isInstanceOf(MetadataInDoubtException.class);
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
