package org.partita.core.directory;

import static java.util.Comparator.comparing;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import org.partita.core.broker.DirectoryStatus;
import org.partita.core.metadata.TopicMetadata;
import org.partita.storage.PartitionId;
import org.partita.storage.StorageException;
import org.partita.storage.StoreStatistics;

/**
 * All data directories of a broker, and which of them holds the files of a partition.
 *
 * <p>The first is the home: what the broker itself has to remember is there.
 */
public final class BrokerDirectories {
    private static final System.Logger LOG = System.getLogger(BrokerDirectories.class.getName());

    private final List<BrokerDirectory> all;
    private final SortedMap<PartitionId, List<BrokerDirectory>> places = new TreeMap<>();
    private final Map<BrokerDirectory, Integer> sizes = new LinkedHashMap<>();
    private final Set<BrokerDirectory> silent = ConcurrentHashMap.newKeySet();

    /** Looks what there is. @throws StorageException if a disk cannot be read */
    public BrokerDirectories(List<BrokerDirectory> all) {
        if (all.isEmpty()) throw new IllegalArgumentException("no data directory");
        this.all = List.copyOf(all);
        for (BrokerDirectory directory : all) {
            sizes.put(directory, 0);
            directory.store().partitions().forEach(id -> note(id, directory));
        }
    }

    private void note(PartitionId id, BrokerDirectory directory) {
        places.computeIfAbsent(id, none -> new ArrayList<>()).add(directory);
        sizes.merge(directory, 1, Integer::sum);
    }

    public List<BrokerDirectory> all() {
        return all;
    }

    public BrokerDirectory home() {
        return all.get(0);
    }

    public List<BrokerDirectory> others() {
        return all.subList(1, all.size());
    }

    /** Partitions that have a place here, of whatever topic. */
    public Set<PartitionId> partitions() {
        return places.keySet();
    }

    public int partitionsIn(BrokerDirectory directory) {
        return sizes.get(directory);
    }

    /** Directories that have a place for this partition, in their order: more than one only by mistake. */
    public List<BrokerDirectory> holding(PartitionId id) {
        return List.copyOf(places.getOrDefault(id, List.of()));
    }

    /** Gives each partition of a new topic to the directory with the fewest, of those that are well if any is. */
    public Map<BrokerDirectory, List<PartitionId>> place(TopicMetadata topic) {
        Set<BrokerDirectory> ailing = all.stream().filter(each -> !each.writable()).collect(Collectors.toSet());
        Map<BrokerDirectory, List<PartitionId>> placed = new LinkedHashMap<>();
        for (int partition = 0; partition < topic.partitions(); partition++) {
            PartitionId id = new PartitionId(topic.id(), partition);
            BrokerDirectory chosen = all.stream()
                .min(comparing((BrokerDirectory each) -> ailing.contains(each)).thenComparing(sizes::get))
                .orElseThrow();
            note(id, chosen);
            placed.computeIfAbsent(chosen, none -> new ArrayList<>()).add(id);
        }
        return placed;
    }

    /** The topic is deleted, or will not come to be. Its replicas are closed and its files go in their own time. */
    public void release(UUID topicId) {
        holding(topicId).forEach(directory -> directory.loop().event(() -> directory.release(topicId)));
    }

    /** Removes all files of a topic, whose logs are closed. @return whether none is left */
    public CompletionStage<Boolean> removeFiles(UUID topicId) {
        List<CompletableFuture<Boolean>> removals = holding(topicId).stream()
            .map(directory -> directory.call(() -> removedFiles(directory, topicId)).toCompletableFuture()).toList();
        return CompletableFuture.allOf(removals.toArray(CompletableFuture<?>[]::new))
            .thenApply(all -> removals.stream().allMatch(CompletableFuture::join));
    }

    /** As {@link #removeFiles}, by the starting thread, and also what a crash left where no partition is. */
    public boolean removeFilesNow(UUID topicId) {
        boolean removed = true;
        for (BrokerDirectory directory : all) removed &= removedFiles(directory, topicId);
        return removed;
    }

    /** Whether anything may ever have been stored for a topic. By the starting thread; waits for the disks. */
    public boolean haveMessages(UUID topicId) {
        return all.stream().anyMatch(directory -> mayHaveMessages(directory, topicId));
    }

    private static boolean mayHaveMessages(BrokerDirectory directory, UUID topicId) {
        try {
            return directory.hasMessages(topicId);
        } catch (RuntimeException failure) {
            LOG.log(Level.WARNING, "files of topic " + topicId + " in data directory " + directory.name()
                + " cannot be looked at", failure);
            return true;
        }
    }

    private static boolean removedFiles(BrokerDirectory directory, UUID topicId) {
        try {
            directory.removeFiles(topicId);
            return true;
        } catch (RuntimeException failure) {
            LOG.log(Level.WARNING, "files of deleted topic " + topicId + " in data directory " + directory.name()
                + " remain until the next start", failure);
            return false;
        }
    }

    /** Notes on disk where a log starts. @return whether it is open; fails if the disk does */
    public CompletionStage<Boolean> persist(PartitionId id) {
        CompletionStage<Boolean> persisted = CompletableFuture.completedStage(false);
        for (BrokerDirectory directory : holding(id)) {
            persisted = persisted.thenCombine(directory.call(() -> directory.persistNow(id)), Boolean::logicalOr);
        }
        return persisted;
    }

    /** No file of the topic is left. */
    public void forget(UUID topicId) {
        SortedMap<PartitionId, List<BrokerDirectory>> gone = ofTopic(topicId);
        gone.values().forEach(each -> each.forEach(directory -> sizes.merge(directory, -1, Integer::sum)));
        gone.clear();
    }

    private Set<BrokerDirectory> holding(UUID topicId) {
        Set<BrokerDirectory> found = new LinkedHashSet<>();
        ofTopic(topicId).values().forEach(found::addAll);
        return found;
    }

    private SortedMap<PartitionId, List<BrokerDirectory>> ofTopic(UUID topicId) {
        SortedMap<PartitionId, List<BrokerDirectory>> fromHere = places.tailMap(new PartitionId(topicId, 0));
        for (PartitionId id : fromHere.keySet()) {
            if (!id.topicId().equals(topicId)) return fromHere.headMap(id);
        }
        return fromHere;
    }

    /** By any thread. Asks no disk. */
    public List<DirectoryStatus> status() {
        List<DirectoryStatus> status = new ArrayList<>();
        for (BrokerDirectory each : all) status.add(new DirectoryStatus(status.size() + 1, each.writable()));
        return status;
    }

    /** Figures of each directory by its number, from 1, by any thread. One whose disk does not tell is left out. */
    public SortedMap<Integer, StoreStatistics> statistics() {
        SortedMap<Integer, StoreStatistics> known = new TreeMap<>();
        for (int number = 1; number <= all.size(); number++) {
            BrokerDirectory directory = all.get(number - 1);
            try {
                known.put(number, directory.store().statistics());
                silent.remove(directory);
            } catch (StorageException failure) {
                if (!silent.add(directory)) continue;
                LOG.log(Level.WARNING, "data directory " + directory.name() + " has no figures", failure);
            }
        }
        return known;
    }
}
