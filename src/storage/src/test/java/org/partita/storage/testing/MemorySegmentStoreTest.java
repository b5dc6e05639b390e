package org.partita.storage.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.partita.storage.testing.Contract.PARTITION;
import static org.partita.storage.testing.Contract.bytes;
import static org.partita.storage.testing.Contract.read;

import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.DiskFullException;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;

final class MemorySegmentStoreTest {
    private static final DirectoryIdentity IDENTITY = new DirectoryIdentity("c", 1, new UUID(1, 2), 1);

    private final MemorySegmentStore store = new MemorySegmentStore(IDENTITY);
    private final MemoryDisk disk = store.disk();

    @Test
    void crashLosesWhatWasNotForced() {
        SegmentFile file = store.partition(PARTITION).createSegment(0);
        file.append(bytes("forced"));
        file.force();
        file.append(bytes("lost"));

        MemorySegmentStore after = store.crash();

        assertThat(read(after.partition(PARTITION).openSegment(0), 0, 99)).isEqualTo("forced");
    }

    @Test
    void crashTearsTheUnforcedTailAnywhere() {
        Random random = new Random(1);
        boolean[] seen = new boolean[5];
        for (int run = 0; run < 200; run++) {
            SegmentStore before = disk.open();
            SegmentFile file = before.partition(PARTITION).createSegment(run);
            file.append(bytes("torn"));

            disk.crash(random);

            seen[(int) disk.open().partition(PARTITION).openSegment(run).sizeBytes()] = true;
        }

        assertThat(seen).containsOnly(true);
    }

    @Test
    void handlesOfBeforeACrashAreDead() {
        SegmentFile file = store.partition(PARTITION).createSegment(0);

        store.crash();

        assertThatThrownBy(() -> file.append(bytes("x"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(store::partitions).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void spaceRunsOut() {
        SegmentFile file = store.partition(PARTITION).createSegment(0);
        disk.limitUsableBytes(5);

        file.append(bytes("1234"));

        assertThatThrownBy(() -> file.append(bytes("56"))).isInstanceOf(DiskFullException.class);
        file.append(bytes("5"));
        assertThat(store.statistics().usableBytes()).isZero();
    }

    @Test
    void damageIsReadBack() {
        SegmentFile file = store.partition(PARTITION).createSegment(0);
        file.append(bytes("abcd"));

        disk.overwrite(PARTITION, 0, 1, (byte) 'X');

        assertThat(read(file, 0, 4)).isEqualTo("aXcd");
    }

    @Nested
    final class Stores extends SegmentStoreContract {
        @Override
        protected SegmentStore open() {
            return disk.open();
        }
    }

    @Nested
    final class Files extends SegmentFileContract {
        @Override
        protected SegmentStore open() {
            return disk.open();
        }
    }

    @Nested
    final class Partitions extends PartitionStoreContract {
        @Override
        protected SegmentStore open() {
            return disk.open();
        }
    }

    @Nested
    final class Faults extends SegmentStoreFaultContract {
        @Override
        protected SegmentStore open() {
            return disk.open();
        }

        @Override
        protected void failNextAppend(AppendFault fault) {
            disk.failNextAppend(fault);
        }

        @Override
        protected void failNextForce() {
            disk.failNextForce();
        }

        @Override
        protected void failNextRead() {
            disk.failNextRead();
        }

        @Override
        protected void unlinkSegment() {
            disk.unlink(PARTITION, 0);
        }

        @Override
        protected void shortenSegment(int sizeBytes) {
            disk.shorten(PARTITION, 0, sizeBytes);
        }

        @Override
        protected void exchangeDirectoryWith(PartitionId other) {
            disk.exchange(PARTITION, other);
        }

        @Override
        protected void moveDirectoryAway() {
            disk.unlink(PARTITION);
        }

        @Override
        protected void replaceDirectory() {
            disk.unlink(PARTITION);
            disk.open().partition(PARTITION).writeState("other", bytes("x"));
        }

        @Override
        protected void failNextStateWrite() {
            disk.failNextStateWrite();
        }
    }
}
