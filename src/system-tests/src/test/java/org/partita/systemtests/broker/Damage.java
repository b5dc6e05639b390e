package org.partita.systemtests.broker;

import java.util.function.ToLongBiFunction;

/** What power loss and bad disks leave in the newest segment, and the offset the next message must get then. */
enum Damage {
    LENGTH_HUGE((files, next) -> files.overwriteLengthOfLastBatch(0x7FFFFFFF)),
    LENGTH_NEGATIVE((files, next) -> files.overwriteLengthOfLastBatch(0xFFFFFFFF)),
    LENGTH_ZERO((files, next) -> files.overwriteLengthOfLastBatch(0)),
    LAST_BYTE_FLIPPED((files, next) -> files.damageLastByte()),
    NEWEST_SEGMENT_EMPTIED((files, next) -> files.emptyNewest()),
    EMPTY_SEGMENT_ADDED((files, next) -> {
        files.addEmptySegment(next);
        return next;
    }),
    HALF_BATCH_APPENDED((files, next) -> {
        files.appendHalfBatch();
        return next;
    });

    private final ToLongBiFunction<SegmentFiles, Long> application;

    Damage(ToLongBiFunction<SegmentFiles, Long> application) {
        this.application = application;
    }

    String topic() {
        return "damaged." + name().toLowerCase().replace('_', '-');
    }

    /**
     * @param next the offset that would come next without damage
     * @return the offset that must come next now; everything below must still be there
     */
    long applyTo(SegmentFiles files, long next) {
        return application.applyAsLong(files, next);
    }
}
