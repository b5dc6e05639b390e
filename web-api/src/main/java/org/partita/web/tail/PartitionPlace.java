package org.partita.web.tail;

import static org.partita.web.problem.ProblemException.invalid;

import java.util.regex.Pattern;

import jakarta.ws.rs.core.HttpHeaders;

/** In one partition: the offset of the last message, -1 before the first one. */
final class PartitionPlace implements TailPlace {
    private static final Pattern ID = Pattern.compile("-1|[0-9]{1,19}");

    private final int partition;
    private long nextOffset;

    PartitionPlace(int partition, long nextOffset) {
        this.partition = partition;
        this.nextOffset = nextOffset;
    }

    /** @return where to read on @throws org.partita.web.problem.ProblemException if it is none of our ids */
    static long nextOffset(String id) {
        if (ID.matcher(id).matches()) {
            try {
                return Math.addExact(Long.parseLong(id), 1);
            } catch (NumberFormatException | ArithmeticException above64Bits) {
                throw foreign(id);
            }
        }
        throw foreign(id);
    }

    private static RuntimeException foreign(String id) {
        return invalid(HttpHeaders.LAST_EVENT_ID_HEADER, "'Last-Event-ID' must be the offset of the last message that "
            + "was received; found '" + id + "'.");
    }

    @Override
    public int partitions() {
        return 1;
    }

    @Override
    public int partition(int index) {
        return partition;
    }

    @Override
    public long nextOffset(int index) {
        return nextOffset;
    }

    @Override
    public void continueAt(int index, long offset) {
        nextOffset = offset;
    }

    @Override
    public String id() {
        return Long.toString(nextOffset - 1);
    }

    @Override
    public boolean namesPartitions() {
        return false;
    }
}
