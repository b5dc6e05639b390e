package org.partita.core.log;

import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

import org.partita.storage.IndexKind;

/** What can happen to an index file while its log is closed. */
enum IndexDamage {
    DELETED {
        @Override
        void apply(LogDisk disk, long segment, IndexKind kind, RandomGenerator random) {
            disk.removeIndex(segment, kind);
        }
    },
    ZERO_FILLED {
        @Override
        void apply(LogDisk disk, long segment, IndexKind kind, RandomGenerator random) {
            disk.partition().writeIndex(segment, kind, 0, ByteBuffer.allocate(size(disk, segment, kind)));
        }
    },
    EMPTIED {
        @Override
        void apply(LogDisk disk, long segment, IndexKind kind, RandomGenerator random) {
            disk.partition().writeIndex(segment, kind, 0, ByteBuffer.allocate(0));
        }
    },
    CUT_TO_HALF_AN_ENTRY {
        @Override
        void apply(LogDisk disk, long segment, IndexKind kind, RandomGenerator random) {
            int size = size(disk, segment, kind);
            if (size >= 4) disk.partition().writeIndex(segment, kind, size - 4, ByteBuffer.allocate(0));
        }
    },
    CUT_BY_AN_ENTRY {
        @Override
        void apply(LogDisk disk, long segment, IndexKind kind, RandomGenerator random) {
            int size = size(disk, segment, kind);
            int entry = kind == IndexKind.OFFSETS ? 8 : 12;
            if (size >= entry) disk.partition().writeIndex(segment, kind, size - entry, ByteBuffer.allocate(0));
        }
    },
    RANDOM_BYTES {
        @Override
        void apply(LogDisk disk, long segment, IndexKind kind, RandomGenerator random) {
            byte[] bytes = new byte[size(disk, segment, kind)];
            random.nextBytes(bytes);
            disk.partition().writeIndex(segment, kind, 0, ByteBuffer.wrap(bytes));
        }
    },
    RANDOM_ENTRIES_APPENDED {
        @Override
        void apply(LogDisk disk, long segment, IndexKind kind, RandomGenerator random) {
            byte[] bytes = new byte[24];
            random.nextBytes(bytes);
            disk.partition().writeIndex(segment, kind, size(disk, segment, kind), ByteBuffer.wrap(bytes));
        }
    },
    OF_ANOTHER_LOG {
        @Override
        void apply(LogDisk disk, long segment, IndexKind kind, RandomGenerator random) {
            ByteBuffer other = ByteBuffer.allocate(kind == IndexKind.OFFSETS ? 16 : 24);
            for (int i = 1; i <= 2; i++) {
                if (kind == IndexKind.OFFSETS) other.putInt(10 * i).putInt(5_000 * i);
                else other.putLong(1_000_000L * i).putInt(10 * i);
            }
            disk.partition().writeIndex(segment, kind, 0, other.flip());
        }
    };

    abstract void apply(LogDisk disk, long segment, IndexKind kind, RandomGenerator random);

    private static int size(LogDisk disk, long segment, IndexKind kind) {
        return disk.index(segment, kind).map(ByteBuffer::remaining).orElse(0);
    }
}
