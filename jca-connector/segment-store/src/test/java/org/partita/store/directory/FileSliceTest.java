package org.partita.store.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.partita.storage.FileSlice;
import org.partita.storage.PartitionId;
import org.partita.storage.PartitionStore;
import org.partita.storage.SegmentFile;

/** Slices that are sent from the file. */
final class FileSliceTest {
    private static final PartitionId PARTITION = new PartitionId(new UUID(1, 2), 0);

    @TempDir
    private Path root;

    private DataDirectory directory;
    private PartitionStore partition;
    private SegmentFile file;

    @BeforeEach
    void fillSegment() {
        directory = DataDirectory.open(root, 1);
        partition = directory.connect().partition(PARTITION);
        file = partition.createSegment(0);
        file.append(UTF_8.encode("0123456789"));
    }

    @AfterEach
    void closeDirectory() {
        directory.close();
    }

    @Test
    void channelAndPositionLeadToTheBytesOfTheSlice() throws IOException {
        try (FileSlice slice = slice(3, 4)) {
            assertThat(sent(slice)).isEqualTo("3456");
        }
    }

    @Test
    void channelIsClosedWithItsSliceAndCannotWrite() throws IOException {
        FileChannel channel;
        try (FileSlice slice = slice(0, 10)) {
            channel = slice.channel().orElseThrow();

            assertThat(slice.channel()).containsSame(channel);
            assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(1), 0))
                .isInstanceOf(NonWritableChannelException.class);
        }

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void closedSliceGivesNoChannel() {
        FileSlice slice = slice(0, 10);
        slice.close();

        assertThatThrownBy(slice::channel).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void interruptOfASenderClosesItsOwnChannelOnly() throws IOException {
        try (FileSlice first = slice(0, 5); FileSlice second = slice(5, 5)) {
            FileChannel other = second.channel().orElseThrow();

            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> sent(first)).isInstanceOf(ClosedByInterruptException.class);
            file.append(UTF_8.encode("abc"));
            file.force();
            assertThat(Thread.interrupted()).isTrue();

            assertThat(other.isOpen()).isTrue();
            assertThat(sent(second)).isEqualTo("56789");
            assertThat(sent(first)).isEqualTo("01234");
        }
    }

    @Test
    void sliceOfADeletedSegmentHasItsBytesButNoChannel() {
        try (FileSlice slice = slice(3, 4)) {
            partition.deleteSegment(0);

            assertThat(slice.channel()).isEmpty();
            assertThat(UTF_8.decode(slice.bytes()).toString()).isEqualTo("3456");
        }
    }

    @Test
    void sliceOfADeletedSegmentIsNotSentFromItsSuccessorOfTheSameName() {
        try (FileSlice slice = slice(3, 4)) {
            partition.deleteSegment(0);
            file.close();
            partition.createSegment(0).append(UTF_8.encode("other bytes"));

            assertThat(slice.channel()).isEmpty();
            assertThat(UTF_8.decode(slice.bytes()).toString()).isEqualTo("3456");
        }
    }

    private FileSlice slice(long positionBytes, int lengthBytes) {
        return (FileSlice) file.slice(positionBytes, lengthBytes);
    }

    private static String sent(FileSlice slice) throws IOException {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        FileChannel channel = slice.channel().orElseThrow();
        channel.transferTo(slice.positionBytes(), slice.lengthBytes(), Channels.newChannel(target));
        return target.toString(UTF_8);
    }
}
