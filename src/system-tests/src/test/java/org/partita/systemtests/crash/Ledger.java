package org.partita.systemtests.crash;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.partita.systemtests.crash.TestTopic.Slot;

/**
 * What was acknowledged: for each partition the message at each offset. Entries of fixed size are added to a file after
 * the acknowledgement, so one that the death of the writer cuts short is no false one.
 */
final class Ledger {
    private static final int ENTRY_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;

    private final Path file;
    private final Map<Slot, NavigableMap<Long, Long>> entries = new TreeMap<>();
    private final Map<Slot, Set<Long>> numbers = new TreeMap<>();

    private Ledger(Path file) {
        this.file = file;
    }

    /** @throws IllegalStateException if two messages were acknowledged at one offset */
    static Ledger read(Path file) {
        Ledger ledger = new Ledger(file);
        try {
            ByteBuffer in = ByteBuffer.wrap(Files.exists(file) ? Files.readAllBytes(file) : new byte[0]);
            while (in.remaining() >= ENTRY_BYTES) {
                Slot slot = new Slot(TestTopic.values()[in.getInt()], in.getInt());
                ledger.add(slot, in.getLong(), in.getLong());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ledger;
    }

    private void add(Slot slot, long offset, long message) {
        Long before = of(slot).put(offset, message);
        numbers.computeIfAbsent(slot, key -> new HashSet<>()).add(message);
        if (before != null && before != message) {
            throw new IllegalStateException("messages " + before + " and " + message + " were acknowledged at " + slot
                + " offset " + offset);
        }
    }

    /** By offset, the number of the message. */
    NavigableMap<Long, Long> of(Slot slot) {
        return entries.computeIfAbsent(slot, key -> new TreeMap<>());
    }

    /** Whether this message was acknowledged somewhere in the partition. */
    boolean holds(Slot slot, long message) {
        return numbers.getOrDefault(slot, Set.of()).contains(message);
    }

    int size() {
        return entries.values().stream().mapToInt(Map::size).sum();
    }

    /** Offset behind the last acknowledged message. */
    long end(Slot slot) {
        NavigableMap<Long, Long> known = of(slot);
        return known.isEmpty() ? 0 : known.lastKey() + 1;
    }

    /** What was acknowledged from here on is gone for good. @return how many that are */
    int lose(Slot slot, long fromOffset) {
        NavigableMap<Long, Long> gone = of(slot).tailMap(fromOffset, true);
        int count = gone.size();
        gone.values().forEach(numbers.getOrDefault(slot, Set.of())::remove);
        gone.clear();
        rewrite();
        return count;
    }

    /** Also takes away an entry that was cut short, behind which no other could be read. */
    void rewrite() {
        ByteBuffer out = ByteBuffer.allocate(size() * ENTRY_BYTES);
        entries.forEach((slot, messages) -> messages.forEach((offset, message) -> put(out, slot, offset, message)));
        try {
            Files.write(file, out.array());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void put(ByteBuffer out, Slot slot, long offset, long message) {
        out.putInt(slot.topic().ordinal()).putInt(slot.partition()).putLong(offset).putLong(message);
    }

    /** Adds to the file; what it was given is with the operating system when it returns. */
    static final class Writer {
        private final FileOutputStream out;

        Writer(Path file) throws IOException {
            this.out = new FileOutputStream(file.toFile(), true);
        }

        synchronized void add(Slot slot, long offset, long message) {
            ByteBuffer entry = ByteBuffer.allocate(ENTRY_BYTES);
            put(entry, slot, offset, message);
            try {
                out.write(entry.array());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
