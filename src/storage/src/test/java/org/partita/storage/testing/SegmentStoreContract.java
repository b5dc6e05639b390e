package org.partita.storage.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.storage.DirectoryIdentity;
import org.partita.storage.SegmentFile;
import org.partita.storage.SegmentStore;

/** What every segment store promises about small state, the clean mark, labels, handles and counters. */
public abstract class SegmentStoreContract extends Contract {
    @Test
    void newStoreIsEmpty() {
        try (SegmentStore store = open()) {
            assertThat(store.partitions()).isEmpty();
            assertThat(store.partition(PARTITION).segments()).isEmpty();
            assertThat(store.readState("votes")).isEmpty();
            assertThat(store.takeCleanMark()).isFalse();
        }
    }

    @Test
    void identityStaysTheSame() {
        DirectoryIdentity identity;
        try (SegmentStore first = open()) {
            identity = first.identity();
        }

        try (SegmentStore second = open()) {
            assertThat(second.identity()).isEqualTo(identity);
        }
    }

    @Test
    void stateIsReplacedAsAWhole() {
        try (SegmentStore store = open()) {
            store.writeState("votes", bytes("a long first content"));
            store.writeState("votes", bytes("short"));

            assertThat(store.readState("votes").map(content -> text(content))).contains("short");
        }
    }

    @Test
    void stateIsThereForTheNextHandle() {
        ByteBuffer content = bytes("xxpromised").position(2);
        try (SegmentStore store = open()) {
            store.writeState("votes", content);
            store.partition(PARTITION).writeState("epochs", bytes("0 0"));
        }

        try (SegmentStore store = open()) {
            assertThat(store.readState("votes").map(found -> text(found))).contains("promised");
            assertThat(store.partition(PARTITION).readState("epochs").map(found -> text(found))).contains("0 0");
            assertThat(content.position()).isEqualTo(2);
        }
    }

    @Test
    void emptyStateIsNotAMissingState() {
        try (SegmentStore store = open()) {
            store.writeState("votes", ByteBuffer.allocate(0));

            assertThat(store.readState("votes")).hasValueSatisfying(content -> {
                assertThat(content.remaining()).isZero();
                assertThat(content.isReadOnly()).isTrue();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../x", "a/b", "A", "ü", "x_y", "a\\b", "a\n"})
    void stateNamesThatCouldLeaveTheDirectoryAreRefused(String name) {
        try (SegmentStore store = open()) {
            assertThatThrownBy(() -> store.writeState(name, bytes("x"))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store.readState(name)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store.partition(PARTITION).writeState(name, bytes("x")))
                .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store.partition(PARTITION).readState(name))
                .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", ".log", "00000000000000000000.log", "meta.properties", "lock", "clean", "0.tmp"})
    void stateNamesThatLookLikeOtherFilesDisturbNothing(String name) {
        try (SegmentStore store = open()) {
            store.partition(PARTITION).createSegment(0).append(bytes("records"));
            store.writeState(name, bytes("of the store"));
            store.partition(PARTITION).writeState(name, bytes("of the partition"));
        }

        try (SegmentStore store = open()) {
            assertThat(store.readState(name).map(content -> text(content))).contains("of the store");
            assertThat(store.partition(PARTITION).readState(name).map(found -> text(found)))
                .contains("of the partition");
            assertThat(store.partitions()).containsExactly(PARTITION);
            assertThat(store.takeCleanMark()).isFalse();
            assertThat(read(store.partition(PARTITION).openSegment(0), 0, 99)).isEqualTo("records");
        }
    }

    @Test
    void cleanMarkIsTakenOnce() {
        try (SegmentStore store = open()) {
            store.writeCleanMark();
            store.writeCleanMark();
        }

        try (SegmentStore store = open()) {
            assertThat(store.takeCleanMark()).isTrue();
            assertThat(store.takeCleanMark()).isFalse();
        }
        try (SegmentStore store = open()) {
            assertThat(store.takeCleanMark()).isFalse();
        }
    }

    @Test
    void labelIsNotAPartition() {
        try (SegmentStore store = open()) {
            store.labelTopic(TOPIC, "orders \"and\" \\ \u00fc \u0001");
            store.labelTopic(TOPIC, "orders");

            assertThat(store.partitions()).isEmpty();
        }
    }

    @Test
    void closingTheHandleClosesItsFilesButNotTheSlices() {
        SegmentStore store = open();
        SegmentFile file = store.partition(PARTITION).createSegment(0);
        file.append(bytes("abc"));
        var slice = file.slice(0, 3);

        store.close();
        store.close();

        assertThatThrownBy(() -> file.append(bytes("d"))).isInstanceOf(IllegalStateException.class);
        assertThat(text(slice.bytes())).isEqualTo("abc");
        slice.close();
        try (SegmentStore next = open()) {
            next.partition(PARTITION).openSegment(0).append(bytes("d"));
        }
    }

    @Test
    void closedHandleIsRefused() {
        SegmentStore store = open();
        var partition = store.partition(PARTITION);

        store.close();

        assertThatThrownBy(store::identity).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(store::partitions).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(store::statistics).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(store::takeCleanMark).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(store::writeCleanMark).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store.readState("votes")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store.deletePartition(PARTITION)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> partition.createSegment(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(partition::segments).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void countersCountWhatWasAsked() {
        try (SegmentStore store = open()) {
            var before = store.statistics();
            SegmentFile file = store.partition(PARTITION).createSegment(0);

            file.append(bytes("ab"), bytes("c"));
            file.append(bytes("d"));
            file.force();

            var after = store.statistics();
            assertThat(before.connections()).isPositive();
            assertThat(after.connections()).isEqualTo(before.connections());
            assertThat(after.appends() - before.appends()).isEqualTo(2);
            assertThat(after.appendedBytes() - before.appendedBytes()).isEqualTo(4);
            assertThat(after.forces() - before.forces()).isEqualTo(1);
            assertThat(after.usableBytes()).isPositive().isLessThanOrEqualTo(after.totalBytes());
        }
    }
}
