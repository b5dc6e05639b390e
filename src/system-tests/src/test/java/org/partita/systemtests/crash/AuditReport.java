package org.partita.systemtests.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.partita.systemtests.crash.TestTopic.Slot;

/** What a child told about itself and its data, line by line. */
final class AuditReport {
    static final String STARTED = "STARTED";
    static final String AUDITED = "AUDITED";
    static final String STOPPED = "STOPPED";
    static final String SERVED = "SERVED";
    static final String OFFLINE = "OFFLINE";
    static final String LOST = "LOST";
    static final String UNREADABLE = "UNREADABLE";
    static final String REFUSED_READ = "REFUSED_READ";
    static final String WRONG = "WRONG";

    private final Map<Slot, Long> ends = new TreeMap<>();
    private final Map<Slot, String> offline = new TreeMap<>();
    private final Map<Slot, NavigableSet<Long>> lost = new TreeMap<>();
    private final Map<Slot, NavigableSet<Long>> unreadable = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private long startMillis;

    static AuditReport of(List<String> lines) {
        AuditReport report = new AuditReport();
        lines.forEach(report::add);
        return report;
    }

    private void add(String line) {
        String[] parts = line.split("\t");
        switch (parts[0]) {
            case SERVED -> ends.put(Slot.parse(parts[1]), Long.parseLong(parts[3]));
            case OFFLINE -> offline.put(Slot.parse(parts[1]), parts[2]);
            case LOST -> lost(Slot.parse(parts[1])).add(Long.parseLong(parts[2]));
            case UNREADABLE -> unreadable(Slot.parse(parts[1])).add(Long.parseLong(parts[2]));
            case STARTED -> startMillis = Long.parseLong(parts[1]);
            case WRONG -> wrong.add(line);
            default -> { }
        }
    }

    /** Log end of a partition that is served; -1 if it is not. */
    long end(Slot slot) {
        return ends.getOrDefault(slot, -1L);
    }

    /** Why a partition is offline; empty if it is served. */
    String offline(Slot slot) {
        return offline.getOrDefault(slot, "");
    }

    /** Acknowledged offsets at which nothing is. */
    NavigableSet<Long> lost(Slot slot) {
        return lost.computeIfAbsent(slot, key -> new TreeSet<>());
    }

    /** Offsets at which reading fails. */
    NavigableSet<Long> unreadable(Slot slot) {
        return unreadable.computeIfAbsent(slot, key -> new TreeSet<>());
    }

    /** What may never be, whatever the disk looks like. */
    List<String> wrong() {
        return wrong;
    }

    /** How long the broker took to start. */
    long startMillis() {
        return startMillis;
    }
}
