package org.partita.core.log.state;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * With which offset each leader epoch begins, for those that have a batch: pairs (epoch, start offset), both ascending.
 * Immutable.
 */
public final class EpochStarts {
    public static final EpochStarts NONE = new EpochStarts(new int[0], new long[0]);

    static final int ENTRY_BYTES = Integer.BYTES + Long.BYTES;

    private final int[] epochs;
    private final long[] startOffsets;

    private EpochStarts(int[] epochs, long[] startOffsets) {
        this.epochs = epochs;
        this.startOffsets = startOffsets;
    }

    public int size() {
        return epochs.length;
    }

    /** Empty if there is no batch. */
    public OptionalInt first() {
        return epochs.length == 0 ? OptionalInt.empty() : OptionalInt.of(epochs[0]);
    }

    /** Empty if there is no batch. */
    public OptionalInt latest() {
        return epochs.length == 0 ? OptionalInt.empty() : OptionalInt.of(epochs[epochs.length - 1]);
    }

    /**
     * With a batch that was appended behind all others.
     *
     * @throws IllegalArgumentException if its epoch is below the latest one
     */
    public EpochStarts plus(int epoch, long baseOffset) {
        int count = epochs.length;
        if (count > 0 && epochs[count - 1] == epoch) return this;
        if (epoch < 0 || count > 0 && (epoch < epochs[count - 1] || baseOffset <= startOffsets[count - 1])) {
            throw new IllegalArgumentException("epoch " + epoch + " from offset " + baseOffset + " on after " + this);
        }
        int[] moreEpochs = Arrays.copyOf(epochs, count + 1);
        long[] moreOffsets = Arrays.copyOf(startOffsets, count + 1);
        moreEpochs[count] = epoch;
        moreOffsets[count] = baseOffset;
        return new EpochStarts(moreEpochs, moreOffsets);
    }

    /** The epoch of the batch that holds an offset, which is not behind the last; empty if it is before the first. */
    public OptionalInt at(long offset) {
        int found = Arrays.binarySearch(startOffsets, offset);
        int index = found >= 0 ? found : -found - 2;
        return index < 0 ? OptionalInt.empty() : OptionalInt.of(epochs[index]);
    }

    /** Those of the batches behind these. An epoch that goes on there is one. */
    public EpochStarts plus(EpochStarts next) {
        EpochStarts all = this;
        for (int i = 0; i < next.epochs.length; i++) all = all.plus(next.epochs[i], next.startOffsets[i]);
        return all;
    }

    /** Without those that begin at this offset or behind it. */
    public EpochStarts upTo(long endOffset) {
        int found = Arrays.binarySearch(startOffsets, endOffset);
        int count = found >= 0 ? found : -found - 1;
        return count == epochs.length ? this
            : new EpochStarts(Arrays.copyOf(epochs, count), Arrays.copyOf(startOffsets, count));
    }

    /**
     * Where the batches of this epoch and all before it end.
     *
     * @param logEndOffset where the latest epoch ends
     * @return the largest epoch that has batches and is not above {@code epoch}; -1 and the start if there is none
     */
    public EpochEnd endOf(int epoch, long logStartOffset, long logEndOffset) {
        int found = Arrays.binarySearch(epochs, epoch);
        int index = found >= 0 ? found : -found - 2;
        long endOffset = index + 1 < epochs.length ? startOffsets[index + 1] : logEndOffset;
        return index < 0 ? new EpochEnd(EpochEnd.NO_EPOCH, logStartOffset)
            : new EpochEnd(epochs[index], Math.max(logStartOffset, endOffset));
    }

    void encode(ByteBuffer out) {
        out.putInt(epochs.length);
        for (int i = 0; i < epochs.length; i++) out.putInt(epochs[i]).putLong(startOffsets[i]);
    }

    /** @throws IllegalArgumentException if no log can look like this */
    static EpochStarts decode(ByteBuffer in, long baseOffset, long endOffset) {
        int count = in.getInt();
        if (count < 0 || count > in.remaining() / ENTRY_BYTES) throw new IllegalArgumentException(count + " epochs");
        EpochStarts all = NONE;
        for (int i = 0; i < count; i++) {
            int epoch = in.getInt();
            long startOffset = in.getLong();
            boolean inside = i == 0 ? startOffset == baseOffset : all.size() == i;
            if (!inside || startOffset >= endOffset) throw new IllegalArgumentException("epoch at " + startOffset);
            all = all.plus(epoch, startOffset);
        }
        if (all.size() != count || count == 0 != (baseOffset == endOffset)) {
            throw new IllegalArgumentException(count + " epochs for " + (endOffset - baseOffset) + " offsets");
        }
        return all;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EpochStarts that && Arrays.equals(epochs, that.epochs)
            && Arrays.equals(startOffsets, that.startOffsets);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(epochs) + Arrays.hashCode(startOffsets);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("epochs");
        for (int i = 0; i < epochs.length; i++) text.append(' ').append(epochs[i]).append('@').append(startOffsets[i]);
        return text.toString();
    }
}
