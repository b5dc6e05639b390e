package org.partita.simulation;

import java.util.List;
import java.util.random.RandomGenerator;

import org.partita.storage.PartitionId;
import org.partita.storage.testing.AppendFault;
import org.partita.storage.testing.MemoryDisk;
import org.partita.storage.testing.StateWriteFault;

/** What goes wrong with one of the disks, always the same, and with the clock. */
final class Faults {
    private static final long PLENTY_BYTES = 1L << 40;
    private static final long HOUR_MILLIS = 3_600_000;

    private final List<MemoryDisk> disks;
    private final MemoryDisk disk;
    private final WallClock clock;
    private final RandomGenerator random;
    private final Trace trace;
    private boolean failing;

    /** @param faulty index of the disk that has faults */
    Faults(List<MemoryDisk> disks, int faulty, WallClock clock, RandomGenerator random, Trace trace) {
        this.disks = disks;
        this.disk = disks.get(faulty);
        this.clock = clock;
        this.random = random;
        this.trace = trace;
    }

    /**
     * Whether a disk fault may be the reason for a partition that is offline. It stays with its disk, but for the
     * first, which has the metadata: a deletion that is in doubt takes the topic offline wherever it is.
     */
    boolean failing(PartitionId partition) {
        return failing && (disk == disks.get(0) || disk.holds(partition));
    }

    void inject() {
        int kind = random.nextInt(17);
        trace.add("fault " + kind);
        switch (kind) {
            case 0 -> disk.failNextAppend(AppendFault.DISK_FULL);
            case 1 -> failAppend(AppendFault.IO_ERROR);
            case 2 -> failAppend(AppendFault.IO_ERROR_AND_ROLLBACK_FAILS);
            case 3 -> failForce();
            case 4 -> failRead();
            case 5 -> failStateWrite();
            case 6 -> disk.limitUsableBytes(random.nextInt(5_000));
            case 7 -> disk.limitUsableBytes(PLENTY_BYTES);
            case 8 -> disk.failNextCreation(StateWriteFault.DISK_FULL);
            case 9 -> failCreation();
            case 10 -> disk.refuseNextForce();
            case 11 -> disk.refuseNextRead();
            case 12 -> disk.failNextAppend(AppendFault.TOO_MANY_FILES);
            case 13 -> moveAway();
            case 14 -> shorten();
            case 15 -> clock.jump(-random.nextLong(48 * HOUR_MILLIS));
            default -> clock.jump(random.nextLong(48 * HOUR_MILLIS));
        }
    }

    private void failAppend(AppendFault fault) {
        failing = true;
        disk.failNextAppend(fault);
    }

    private void failCreation() {
        failing = true;
        disk.failNextCreation(random.nextBoolean() ? StateWriteFault.IO_ERROR
            : StateWriteFault.IO_ERROR_AFTER_REPLACING);
    }

    private void failForce() {
        failing = true;
        disk.failNextForce();
    }

    private void failRead() {
        failing = true;
        disk.failNextRead();
    }

    private void failStateWrite() {
        failing = true;
        StateWriteFault[] kinds = StateWriteFault.values();
        disk.failStateWrite(1 + random.nextInt(3), kinds[random.nextInt(kinds.length)]);
    }

    private void moveAway() {
        List<PartitionId> all = disk.partitions();
        if (all.isEmpty()) return;
        failing = true;
        disk.moveAway(all.get(random.nextInt(all.size())));
    }

    private void shorten() {
        List<PartitionId> all = disk.partitions();
        if (all.isEmpty()) return;
        failing = true;
        disk.shorten(all.get(random.nextInt(all.size())), random);
    }

    /**
     * Another process has descriptors of its own, and finds what was moved away at its place.
     *
     * @return whether anything was: what its partition took since then and did not force is gone
     */
    boolean processEnded() {
        disk.refuseNoMore();
        return disk.putBack();
    }

    /** A loss of power has cleared what was planned. */
    void cleared() {
        failing = false;
        disk.limitUsableBytes(PLENTY_BYTES);
    }
}
