package org.partita.core.idempotency;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Entries in order of arrival: added at the end, dropped at the front, each named by its number.
 *
 * <p>Kept in pages of plain numbers, {@link #ENTRY_LONGS} a piece, so that a million entries are no million objects and
 * neither growing nor dropping copies them.
 */
final class EntryPages {
    static final int ENTRY_LONGS = 8;

    private static final int PAGE_ENTRIES = 128;
    private static final int KEY_HIGH = 0;
    private static final int KEY_LOW = 1;
    private static final int CONTENT_HIGH = 2;
    private static final int CONTENT_LOW = 3;
    private static final int OFFSET = 4;
    private static final int TIMESTAMP = 5;
    private static final int ADDED = 6;
    private static final int TAKEN = 7;

    private final List<long[]> pages = new ArrayList<>();
    private final List<int[]> indexes = new ArrayList<>();
    private int first;
    private int count;

    int count() {
        return count;
    }

    /** Number of the oldest entry. Numbers ascend by one. */
    int first() {
        return first;
    }

    int end() {
        return first + count;
    }

    void add(Stamp stamp, long offset, long timestampMillis, long addedMillis) {
        int slot = first % PAGE_ENTRIES + count;
        if (slot == pages.size() * PAGE_ENTRIES) {
            pages.add(new long[PAGE_ENTRIES * ENTRY_LONGS]);
            indexes.add(new int[PAGE_ENTRIES]);
        }
        long[] page = pages.get(slot / PAGE_ENTRIES);
        int at = slot % PAGE_ENTRIES * ENTRY_LONGS;
        page[at + KEY_HIGH] = stamp.key().high();
        page[at + KEY_LOW] = stamp.key().low();
        page[at + CONTENT_HIGH] = stamp.content().high();
        page[at + CONTENT_LOW] = stamp.content().low();
        page[at + OFFSET] = offset;
        page[at + TIMESTAMP] = timestampMillis;
        page[at + ADDED] = addedMillis;
        page[at + TAKEN] = stamp.takenAtMillis();
        indexes.get(slot / PAGE_ENTRIES)[slot % PAGE_ENTRIES] = stamp.index();
        count++;
    }

    void dropFirst() {
        if (count == 0) throw new IllegalStateException("no entry is left");
        first++;
        count--;
        if (first % PAGE_ENTRIES == 0) {
            pages.remove(0);
            indexes.remove(0);
        }
    }

    /** Lets numbers begin anew, near zero. The entries stay. */
    void renumber() {
        first %= PAGE_ENTRIES;
    }

    boolean holds(int number, Stamp stamp) {
        return value(number, KEY_LOW) == stamp.key().low() && value(number, KEY_HIGH) == stamp.key().high()
            && indexOf(number) == stamp.index();
    }

    boolean sameStamp(int number, int other) {
        return value(number, KEY_LOW) == value(other, KEY_LOW) && value(number, KEY_HIGH) == value(other, KEY_HIGH)
            && indexOf(number) == indexOf(other);
    }

    KnownMessage message(int number) {
        return new KnownMessage(new Fingerprint(value(number, CONTENT_HIGH), value(number, CONTENT_LOW)),
            value(number, OFFSET), value(number, TIMESTAMP));
    }

    long addedMillis(int number) {
        return value(number, ADDED);
    }

    long takenAtMillis(int number) {
        return value(number, TAKEN);
    }

    /** What there is now. Costs a reference for each page, because what is in a page is never changed. */
    View view() {
        return new View(pages.toArray(new long[0][]), indexes.toArray(new int[0][]), first % PAGE_ENTRIES, count);
    }

    /** The entries of one moment, in order of arrival. May be read by another thread that it was handed to. */
    static final class View {
        static final int ENTRY_BYTES = 7 * Long.BYTES + Integer.BYTES;

        private final long[][] pages;
        private final int[][] indexes;
        private final int firstSlot;
        private final int count;

        private View(long[][] pages, int[][] indexes, int firstSlot, int count) {
            this.pages = pages;
            this.indexes = indexes;
            this.firstSlot = firstSlot;
            this.count = count;
        }

        int count() {
            return count;
        }

        /** Key and content (16 bytes each), offset, timestamp and time of the stamp i64, index i32. */
        void encode(int entry, ByteBuffer out) {
            int slot = firstSlot + entry;
            long[] page = pages[slot / PAGE_ENTRIES];
            int at = slot % PAGE_ENTRIES * ENTRY_LONGS;
            for (int column = KEY_HIGH; column <= TIMESTAMP; column++) out.putLong(page[at + column]);
            out.putLong(page[at + TAKEN]).putInt(indexes[slot / PAGE_ENTRIES][slot % PAGE_ENTRIES]);
        }
    }

    int hash(int number) {
        return hash(value(number, KEY_LOW), indexOf(number));
    }

    static int hash(Stamp stamp) {
        return hash(stamp.key().low(), stamp.index());
    }

    /** The key is as good as random; the index is spread because whole batches share one key. */
    private static int hash(long keyLow, int index) {
        long mixed = keyLow + index * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
        return (int) (mixed >>> 32);
    }

    private int indexOf(int number) {
        int slot = slot(number);
        return indexes.get(slot / PAGE_ENTRIES)[slot % PAGE_ENTRIES];
    }

    private long value(int number, int column) {
        int slot = slot(number);
        return pages.get(slot / PAGE_ENTRIES)[slot % PAGE_ENTRIES * ENTRY_LONGS + column];
    }

    private int slot(int number) {
        return first % PAGE_ENTRIES + (number - first);
    }
}
