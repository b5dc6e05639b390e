package org.partita.bench.rows;

/**
 * How much one run does.
 *
 * @param unrolledBytes less than a segment
 * @param rolledBytes several segments
 * @param commits batches that are forced one by one
 */
record Volume(long unrolledBytes, long rolledBytes, int commits) {
    static final Volume FULL = new Volume(240 << 20, 800 << 20, 2_000);
}
