package org.partita.storage;

/** The index files that may stand beside a segment. */
public enum IndexKind {
    /** Where batches begin, by offset ({@code .index}). */
    OFFSETS,
    /** Which times were reached, by offset ({@code .timeindex}). */
    TIMES
}
