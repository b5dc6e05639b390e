package org.partita.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.storage.DirectoryUnavailableException;
import org.partita.storage.PartitionId;
import org.partita.storage.SegmentStore;
import org.partita.storage.SegmentStoreFactory;
import org.partita.store.directory.DataDirectory;

/** One adapter on several data directories: all of them or none. */
final class SeveralDirectoriesTest {
    @TempDir
    private Path temp;

    private final StoreResourceAdapter adapter = new StoreResourceAdapter(name -> Optional.empty());
    private StoreManagedConnectionFactory factory;

    @AfterEach
    void stopAdapter() {
        adapter.stop();
    }

    @Test
    void newDirectoriesAreOfOneClusterAndBrokerAndEachHasItsOwnId() throws ResourceException {
        SegmentStoreFactory stores = stores(dir("a"), dir("b"), dir("c"));

        List<SegmentStore> handles = handles(stores);

        assertThat(handles).extracting(SegmentStore::name).containsExactly(real("a"), real("b"), real("c"));
        assertThat(handles).extracting(handle -> handle.identity().clusterId()).containsOnly(clusterId(handles.get(0)));
        assertThat(handles).extracting(handle -> handle.identity().brokerId()).containsOnly(7);
        assertThat(handles).extracting(handle -> handle.identity().directoryId()).doesNotHaveDuplicates();
    }

    @Test
    void aNewDirectoryJoinsTheClusterOfTheOthersWhereverItStands() throws ResourceException {
        String clusterId = clusterId(handles(stores(dir("b"))).get(0));
        adapter.stop();

        List<SegmentStore> handles = handles(stores(dir("a"), dir("b")));

        assertThat(handles).extracting(handle -> handle.identity().clusterId()).containsOnly(clusterId);
    }

    @Test
    void handlesWriteToTheDirectoryTheyWereAskedFor() throws ResourceException {
        List<SegmentStore> handles = handles(stores(dir("a"), dir("b")));

        handles.get(1).partition(new PartitionId(new UUID(1, 2), 0)).createSegment(0).close();

        assertThat(handles.get(0).partitions()).isEmpty();
        assertThat(dir("b").resolve(new UUID(1, 2).toString())).isDirectory();
    }

    @Test
    void poolGivesOnlyTheConnectionOfTheDirectoryThatWasAskedFor() throws ResourceException {
        stores(dir("a"), dir("b"));
        ManagedConnection first = factory.createManagedConnection(null, new DirectoryChoice(0));
        ManagedConnection second = factory.createManagedConnection(null, new DirectoryChoice(1));
        Set<ManagedConnection> pool = new LinkedHashSet<>(List.of(first, second));

        assertThat(factory.matchManagedConnections(pool, null, new DirectoryChoice(1))).isSameAs(second);
        assertThat(factory.matchManagedConnections(pool, null, null)).isSameAs(first);
        assertThat(factory.matchManagedConnections(Set.of(first), null, new DirectoryChoice(1))).isNull();
        assertThatThrownBy(() -> first.getConnection(null, new DirectoryChoice(1)))
            .isInstanceOf(ResourceException.class).hasMessageContaining("directory 0").hasMessageContaining("to 1");
        assertThatThrownBy(() -> second.associateConnection(first.getConnection(null, null)))
            .isInstanceOf(ResourceException.class).hasMessageContaining("another data directory");
    }

    @Test
    void aChoiceThatIsNotOursIsRefused() throws ResourceException {
        SegmentStoreFactory stores = stores(dir("a"));

        assertThatThrownBy(() -> factory.createManagedConnection(null, new ConnectionRequestInfo() { }))
            .isInstanceOf(NotSupportedException.class);
        assertThatThrownBy(() -> stores.getConnection(1)).hasMessageContaining("data directory 1, there are 1");
    }

    @Test
    void countingOpensNothing() throws ResourceException {
        SegmentStoreFactory stores = stores(dir("a"), dir("b"));

        assertThat(stores.directories()).isEqualTo(2);
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void oneLockedDirectoryLeavesAllUnlocked() throws ResourceException {
        try (DataDirectory other = DataDirectory.open(dir("b"), 7)) {
            assertRefused(dir("a"), dir("b"), dir("c")).hasMessageContaining(other.path() + " is locked by another")
                .hasMessageContaining("take it out of partita.data, its partitions are offline then");
        }

        DataDirectory.open(dir("a"), 7).close();
        DataDirectory.open(dir("b"), 7).close();
        assertThat(dir("c")).doesNotExist();
    }

    @Test
    void directoryOfAnotherBrokerIsRefused() throws ResourceException {
        DataDirectory.open(dir("b"), 8).close();

        assertRefused(dir("a"), dir("b")).hasMessageContaining(real("b") + " belongs to broker 8, this is broker 7");
        assertThat(dir("a")).doesNotExist();
    }

    @Test
    void directoryOfAnotherClusterIsRefused() throws ResourceException {
        DataDirectory.open(dir("a"), 7).close();
        DataDirectory.open(dir("b"), 7).close();

        assertRefused(dir("a"), dir("b")).hasMessageContaining(real("b") + " belongs to cluster ")
            .hasMessageContaining("data directory " + real("a") + " to cluster ")
            .hasMessageEndingWith("take the one that is not of this broker out of partita.data");
    }

    @Test
    void directoryOfANewerFormatIsRefused() throws ResourceException, IOException {
        DataDirectory.open(dir("b"), 7).close();
        Path meta = dir("b").resolve("meta.properties");
        Files.writeString(meta, Files.readString(meta).replace("format.version=1", "format.version=2"));

        assertRefused(dir("a"), dir("b")).hasMessageContaining(real("b") + " has format version 2");
    }

    @Test
    void copyOfADirectoryIsRefused() throws ResourceException, IOException {
        DataDirectory.open(dir("a"), 7).close();
        Files.createDirectory(dir("b"));
        Files.copy(dir("a").resolve("meta.properties"), dir("b").resolve("meta.properties"));

        assertRefused(dir("a"), dir("b")).hasMessageContaining(real("a")).hasMessageContaining(real("b"))
            .hasMessageContaining("one is a copy of the other");
    }

    @Test
    void fileInPlaceOfADirectoryIsRefused() throws ResourceException, IOException {
        Files.createFile(dir("b"));

        assertRefused(dir("a"), dir("b")).hasMessageContaining(dir("b") + " is not a directory");
    }

    @Test
    void sameDirectoryByAnotherNameIsRefused() throws ResourceException, IOException {
        Files.createDirectory(dir("a"));
        Files.createSymbolicLink(dir("link"), dir("a"));

        assertRefused(dir("a"), dir("a")).hasMessage("data directory " + dir("a") + " is named twice in partita.data;"
            + " name it once");
        assertRefused(dir("a"), dir("link")).hasMessageContaining(dir("link") + " is named twice")
            .hasMessageContaining("as " + dir("a") + " and as " + dir("link"));
        assertRefused(dir("new"), dir("x").resolve("..").resolve("new")).hasMessageContaining("named twice");
        assertThat(dir("a")).isEmptyDirectory();
    }

    @Test
    void directoryInsideAnotherIsRefused() throws ResourceException, IOException {
        Files.createDirectory(dir("a"));
        Files.createSymbolicLink(dir("link"), dir("a"));

        assertRefused(dir("a"), dir("a").resolve("b")).hasMessageContaining(dir("a").resolve("b") + " lies inside");
        assertRefused(dir("link").resolve("b"), dir("a"))
            .hasMessageContaining("lies inside data directory " + dir("a"));
        assertThat(dir("a")).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,,b", ",", "a,", " , a"})
    void emptyNameIsRefused(String setting) throws ResourceException {
        SegmentStoreFactory stores = started(setting);

        assertThatThrownBy(stores::directories).isInstanceOf(DirectoryUnavailableException.class).hasMessage(
            "partita.data is '" + setting.strip() + "', a directory was expected, or several divided by commas");
    }

    @Test
    void numberOfDirectoriesIsBounded() throws ResourceException {
        SegmentStoreFactory stores = started(IntStream.range(0, 17).mapToObj(Integer::toString)
            .collect(Collectors.joining(",")));

        assertThatThrownBy(stores::directories).isInstanceOf(DirectoryUnavailableException.class)
            .hasMessage("partita.data names 17 directories, at most 16 were expected");
    }

    private AbstractThrowableAssert<?, ?> assertRefused(Path... directories) throws ResourceException {
        SegmentStoreFactory stores = stores(directories);
        return assertThatThrownBy(() -> stores.getConnection(0)).isInstanceOf(DirectoryUnavailableException.class)
            .hasMessageNotContaining("\n");
    }

    private SegmentStoreFactory stores(Path... directories) throws ResourceException {
        return started(List.of(directories).stream().map(Path::toString).collect(Collectors.joining(", ")));
    }

    private SegmentStoreFactory started(String directories) throws ResourceException {
        adapter.setDataDirectory(directories);
        adapter.setBrokerId(7);
        adapter.start(null);
        factory = new StoreManagedConnectionFactory();
        factory.setResourceAdapter(adapter);
        return (SegmentStoreFactory) factory.createConnectionFactory();
    }

    private static List<SegmentStore> handles(SegmentStoreFactory stores) {
        return IntStream.range(0, stores.directories()).mapToObj(stores::getConnection).toList();
    }

    private static String clusterId(SegmentStore store) {
        return store.identity().clusterId();
    }

    private Path dir(String name) {
        return temp.resolve(name);
    }

    private String real(String name) {
        try {
            return dir(name).toRealPath().toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
