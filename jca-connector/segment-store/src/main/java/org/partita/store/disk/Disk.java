package org.partita.store.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a data directory asks of a file system. An interrupt of the calling thread has no effect on any call. */
public interface Disk {
    /** Entries of a directory by name; one that vanishes meanwhile is left out. */
    List<Entry> list(Path directory) throws IOException;

    /** No effect if it is there. */
    void createDirectory(Path directory) throws IOException;

    /** A new, empty file. */
    DiskFile create(Path file) throws IOException;

    /** A file that is there already, to read and write. */
    DiskFile open(Path file) throws IOException;

    DiskFile openReadOnly(Path file) throws IOException;

    /** Of a file that could be opened to read and write, without opening it. */
    long sizeBytes(Path file) throws IOException;

    /** Equal as long as the name leads to the same file or directory; empty if the file system cannot tell. */
    Optional<Object> key(Path path) throws IOException;

    /** Atomic; replaces a file that is there. */
    void rename(Path from, Path to) throws IOException;

    /** Removes a file or an empty directory. */
    void deleteIfExists(Path path) throws IOException;

    /** Makes creations, renames and deletions in this directory durable. */
    void forceDirectory(Path directory) throws IOException;

    long totalBytes(Path path) throws IOException;

    long usableBytes(Path path) throws IOException;

    /** Names this run of the operating system; empty if it cannot be told. */
    Optional<String> bootId();

    /** Name and kind of a directory entry. */
    record Entry(String name, boolean isDirectory) {
    }
}
