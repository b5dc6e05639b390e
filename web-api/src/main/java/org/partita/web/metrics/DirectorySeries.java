package org.partita.web.metrics;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

import org.partita.core.broker.DirectoryStatus;
import org.partita.storage.StoreStatistics;
import org.partita.web.metrics.SeriesRegistry.Series;

/** The series of each data directory: as many as the broker was started with. Followed by one thread at a time. */
final class DirectorySeries {
    private static final String LABEL = "directory";

    private final SeriesRegistry registry;
    private final Set<Integer> shown = new HashSet<>();
    private final Map<Integer, Boolean> writable = new ConcurrentHashMap<>();
    private final Map<Integer, StoreStatistics> figures = new ConcurrentHashMap<>();

    DirectorySeries(SeriesRegistry registry) {
        this.registry = requireNonNull(registry, "registry");
    }

    /** @param known of those whose disk tells; of the others the figures stay as they were */
    void follow(List<DirectoryStatus> all, Map<Integer, StoreStatistics> known) {
        figures.putAll(known);
        all.forEach(directory -> writable.put(directory.number(), directory.writable()));
        all.stream().map(DirectoryStatus::number).filter(shown::add).forEach(this::show);
    }

    private void show(int directory) {
        registry.gauge(series("partita_directory_writable", "1 if the data directory can be written to, else 0",
            directory), () -> writable.get(directory) ? 1 : 0);
        space("partita_directory_total_bytes", "Size of the disk of the data directory", directory,
            StoreStatistics::totalBytes);
        space("partita_directory_usable_bytes", "Free space on the disk of the data directory", directory,
            StoreStatistics::usableBytes);
        space("partita_directory_used_bytes", "Space on the disk of the data directory that is not free", directory,
            disk -> disk.totalBytes() - disk.usableBytes());
    }

    private void space(String name, String description, int directory, ToLongFunction<StoreStatistics> reader) {
        registry.gauge(series(name, description, directory),
            () -> reader.applyAsLong(figures.getOrDefault(directory, StoreStatistics.NONE)));
    }

    private static Series series(String name, String description, int directory) {
        return new Series(name, description, LABEL, Integer.toString(directory));
    }
}
