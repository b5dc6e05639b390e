package org.partita.core.idempotency;

import java.util.Optional;

/**
 * Entries that are found by their stamp and leave in order of arrival.
 *
 * <p>Shape: an open hash table (linear probing, at most half full) of entry numbers plus one over the pages. About 80
 * bytes an entry: 68 in its page, 8 to 16 in the hash table. Not thread-safe.
 */
final class EntryTable {
    private static final int MIN_CAPACITY = 64;
    private static final int LAST_NUMBER = Integer.MAX_VALUE - 1;

    private final int lastNumber;
    private final EntryPages entries = new EntryPages();
    private int[] cells = new int[0];
    private int used;

    EntryTable() {
        this(LAST_NUMBER);
    }

    /** @param lastNumber entries are numbered anew when one has this number */
    EntryTable(int lastNumber) {
        this.lastNumber = lastNumber;
    }

    int count() {
        return entries.count();
    }

    Optional<KnownMessage> find(Stamp stamp) {
        int cell = cellOf(stamp);
        return cell < 0 || cells[cell] == 0 ? Optional.empty() : Optional.of(entries.message(cells[cell] - 1));
    }

    /** From now on the stamp finds this entry; an older one of the same stamp is only waiting for its turn to leave. */
    void add(Stamp stamp, long offset, long timestampMillis, long addedMillis) {
        if (entries.end() >= lastNumber) {
            entries.renumber();
            rebuild(cells.length);
        }
        if (2 * (used + 1) > cells.length) rebuild(Math.max(MIN_CAPACITY, 2 * cells.length));
        int cell = cellOf(stamp);
        if (cells[cell] == 0) used++;
        cells[cell] = entries.end() + 1;
        entries.add(stamp, offset, timestampMillis, addedMillis);
    }

    long oldestAddedMillis() {
        return entries.addedMillis(entries.first());
    }

    long oldestOffset() {
        return entries.message(entries.first()).offset();
    }

    long oldestTakenAtMillis() {
        return entries.takenAtMillis(entries.first());
    }

    EntryPages.View view() {
        return entries.view();
    }

    void dropOldest() {
        int number = entries.first();
        int cell = cellOfNumber(number);
        if (cell >= 0) empty(cell);
        entries.dropFirst();
        if (used == 0) cells = new int[0];
        else if (cells.length > MIN_CAPACITY && 8 * used < cells.length) rebuild(cells.length / 2);
    }

    /** Where this stamp is or would be; -1 while there are no cells. */
    private int cellOf(Stamp stamp) {
        if (cells.length == 0) return -1;
        int cell = EntryPages.hash(stamp) & cells.length - 1;
        while (cells[cell] != 0 && !entries.holds(cells[cell] - 1, stamp)) cell = next(cell);
        return cell;
    }

    /** @return -1 if a younger entry has taken its place */
    private int cellOfNumber(int number) {
        int cell = home(number);
        while (cells[cell] != 0 && cells[cell] != number + 1) cell = next(cell);
        return cells[cell] == 0 ? -1 : cell;
    }

    /** Moves later cells forward so that no search meets the gap (Knuth, The Art of Computer Programming 6.4, R). */
    private void empty(int emptied) {
        int gap = emptied;
        for (int cell = next(gap); cells[cell] != 0; cell = next(cell)) {
            int distanceFromHome = cell - home(cells[cell] - 1) & cells.length - 1;
            int distanceFromGap = cell - gap & cells.length - 1;
            if (distanceFromHome >= distanceFromGap) {
                cells[gap] = cells[cell];
                gap = cell;
            }
        }
        cells[gap] = 0;
        used--;
    }

    private int home(int number) {
        return entries.hash(number) & cells.length - 1;
    }

    private int next(int cell) {
        return cell + 1 & cells.length - 1;
    }

    /** Younger entries come later and win their cell. */
    private void rebuild(int capacity) {
        cells = new int[capacity];
        used = 0;
        for (int number = entries.first(); number < entries.end(); number++) {
            int cell = home(number);
            while (cells[cell] != 0 && !entries.sameStamp(cells[cell] - 1, number)) cell = next(cell);
            if (cells[cell] == 0) used++;
            cells[cell] = number + 1;
        }
    }

    void clear() {
        while (entries.count() > 0) entries.dropFirst();
        cells = new int[0];
        used = 0;
    }
}
