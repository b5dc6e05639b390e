package org.partita.bench.rows;

import org.partita.bench.http.WaitingReaders.Load;

/**
 * How much one run does.
 *
 * @param unrolledBytes to append; less than a segment
 * @param rolledBytes to read and to recover; several segments
 * @param commits batches that are forced one by one
 * @param warmupFetches fetches before the first that is measured
 * @param requests over one connection, or with a batch each over several
 * @param seconds of requests at a fixed rate
 * @param readers that wait meanwhile
 */
record Volume(long unrolledBytes, long rolledBytes, int commits, int warmupFetches, int requests, int seconds,
              Load readers) {
    static final Volume FULL = new Volume(240 << 20, 600 << 20, 1_000, 30_000, 15_000, 20,
        new Load(1_000, 200, 20));
}
