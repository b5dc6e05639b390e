package org.partita.storage;

/** What may stand beside a segment and can be made again from the log. */
public enum IndexKind {
    /** Where batches begin, by offset ({@code .index}). */
    OFFSETS,
    /** Which times were reached, by offset ({@code .timeindex}). */
    TIMES,
    /** Which messages with an idempotency key there are below an offset ({@code .keys}). */
    KEYS,
    /** What is known of idempotent producers below an offset ({@code .producers}). */
    PRODUCERS
}
