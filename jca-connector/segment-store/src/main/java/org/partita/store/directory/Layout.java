package org.partita.store.directory;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Pattern;
import org.partita.storage.IndexKind;
import org.partita.storage.PartitionId;
import org.partita.store.disk.Disk;

/**
 * Names in a data directory.
 *
 * <p>Shape: {@code <root>/meta.properties}, {@code lock}, {@code clean}, {@code reserve},
 * {@code <name>.state};
 * {@code <root>/<topic id>/topic.json}; {@code <root>/<topic id>/<partition>/<base offset, 20 digits>.log} with
 * {@code .index}, {@code .timeindex}, {@code .keys} and {@code .producers}, and {@code <name>.state}. A file being
 * written ends with {@code .<number>.tmp}, a partition or segment being deleted with {@code .deleted}.
 */
record Layout(Path root) {
    static final String LABEL = "topic.json";
    private static final String META = "meta.properties";
    private static final String LOCK = "lock";
    private static final String CLEAN = "clean";
    private static final String RESERVE = "reserve";
    private static final String STATE = ".state";
    private static final String DELETED = ".deleted";
    private static final Pattern STATE_NAME = Pattern.compile("[a-z0-9.-]{1,64}");
    private static final Pattern PARTITION_NAME = Pattern.compile("0|[1-9][0-9]{0,9}");
    private static final Pattern SEGMENT_NAME = Pattern.compile("(0[0-9]{19})\\.log");
    private static final Pattern PARTITION_FILE =
        Pattern.compile("0[0-9]{19}\\.(log|log\\.deleted|index|timeindex|keys|producers)");
    private static final Pattern DELETED_SEGMENT = Pattern.compile("0[0-9]{19}\\.log\\.deleted");
    private static final Pattern INDEX = Pattern.compile("0[0-9]{19}\\.(index|timeindex|keys|producers)");
    private static final int BASE_OFFSET_DIGITS = 20;
    private static final Pattern TEMPORARY =
        Pattern.compile("(meta\\.properties|clean|topic\\.json|[a-z0-9.-]{1,64}\\.state)\\.[0-9]+\\.tmp");

    Path meta() {
        return root.resolve(META);
    }

    Path lock() {
        return root.resolve(LOCK);
    }

    Path cleanMark() {
        return root.resolve(CLEAN);
    }

    Path reserve() {
        return root.resolve(RESERVE);
    }

    Path topic(UUID topicId) {
        return root.resolve(topicId.toString());
    }

    Path label(UUID topicId) {
        return topic(topicId).resolve(LABEL);
    }

    Path partition(PartitionId id) {
        return topic(id.topicId()).resolve(Integer.toString(id.partition()));
    }

    Path deletedPartition(PartitionId id) {
        return topic(id.topicId()).resolve(id.partition() + DELETED);
    }

    Path segment(PartitionId id, long baseOffset) {
        return segmentFile(id, baseOffset, "log");
    }

    Path index(PartitionId id, long baseOffset, IndexKind kind) {
        return segmentFile(id, baseOffset, suffix(kind));
    }

    private static String suffix(IndexKind kind) {
        return switch (kind) {
            case OFFSETS -> "index";
            case TIMES -> "timeindex";
            case KEYS -> "keys";
            case PRODUCERS -> "producers";
        };
    }

    Path deletedSegment(PartitionId id, long baseOffset) {
        return segmentFile(id, baseOffset, "log" + DELETED);
    }

    private Path segmentFile(PartitionId id, long baseOffset, String suffix) {
        String digits = Long.toString(baseOffset);
        return partition(id).resolve("0".repeat(BASE_OFFSET_DIGITS - digits.length()) + digits + "." + suffix);
    }

    static Path state(Path directory, String name) {
        if (!STATE_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("state name '" + name + "', expected [a-z0-9.-]{1,64}");
        }
        return directory.resolve(name + STATE);
    }

    static Path temporary(Path target, long number) {
        return target.resolveSibling(target.getFileName() + "." + number + ".tmp");
    }

    static Optional<UUID> topicId(Disk.Entry entry) {
        if (!entry.isDirectory() || entry.name().length() != 36) return Optional.empty();
        try {
            UUID id = UUID.fromString(entry.name());
            return id.toString().equals(entry.name()) ? Optional.of(id) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static OptionalInt partition(Disk.Entry entry) {
        if (!entry.isDirectory() || !PARTITION_NAME.matcher(entry.name()).matches()) return OptionalInt.empty();
        long partition = Long.parseLong(entry.name());
        return partition <= Integer.MAX_VALUE ? OptionalInt.of((int) partition) : OptionalInt.empty();
    }

    static OptionalLong baseOffset(Disk.Entry entry) {
        return SEGMENT_NAME.matcher(entry.name()).matches() ? number(entry) : OptionalLong.empty();
    }

    static OptionalLong baseOffset(Disk.Entry entry, IndexKind kind) {
        return isIndex(entry) && entry.name().endsWith("." + suffix(kind)) ? number(entry) : OptionalLong.empty();
    }

    private static OptionalLong number(Disk.Entry entry) {
        if (entry.isDirectory()) return OptionalLong.empty();
        try {
            return OptionalLong.of(Long.parseLong(entry.name().substring(0, BASE_OFFSET_DIGITS)));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    static boolean isTemporary(Disk.Entry entry) {
        return !entry.isDirectory() && TEMPORARY.matcher(entry.name()).matches();
    }

    static boolean isDeletedPartition(Disk.Entry entry) {
        return entry.isDirectory() && entry.name().endsWith(DELETED) && PARTITION_NAME.matcher(
            entry.name().substring(0, entry.name().length() - DELETED.length())).matches();
    }

    static boolean isDeletedSegment(Disk.Entry entry) {
        return !entry.isDirectory() && DELETED_SEGMENT.matcher(entry.name()).matches();
    }

    static boolean isIndex(Disk.Entry entry) {
        return !entry.isDirectory() && INDEX.matcher(entry.name()).matches();
    }

    /** Name of the segment file an index belongs to. */
    static String segmentOf(Disk.Entry index) {
        return index.name().substring(0, BASE_OFFSET_DIGITS) + ".log";
    }

    /** Whether a file in a partition directory is one of ours. */
    static boolean isPartitionFile(Disk.Entry entry) {
        return !entry.isDirectory() && (PARTITION_FILE.matcher(entry.name()).matches() || isState(entry)
            || isTemporary(entry));
    }

    /** Whether an entry of the root is one of ours. */
    static boolean isRootEntry(Disk.Entry entry) {
        return topicId(entry).isPresent() || !entry.isDirectory() && (entry.name().equals(META)
            || entry.name().equals(LOCK) || entry.name().equals(RESERVE) || entry.name().equals(CLEAN)
            || isState(entry) || isTemporary(entry));
    }

    /** Whether an entry of a topic directory is one of ours. */
    static boolean isTopicEntry(Disk.Entry entry) {
        return partition(entry).isPresent() || isDeletedPartition(entry)
            || !entry.isDirectory() && (entry.name().equals(LABEL) || isTemporary(entry));
    }

    private static boolean isState(Disk.Entry entry) {
        return entry.name().endsWith(STATE)
            && STATE_NAME.matcher(entry.name().substring(0, entry.name().length() - STATE.length())).matches();
    }
}
