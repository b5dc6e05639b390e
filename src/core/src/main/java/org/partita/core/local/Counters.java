package org.partita.core.local;

import java.util.concurrent.atomic.LongAdder;

/** Totals since start. Thread-safe. */
final class Counters {
    final LongAdder messagesIn = new LongAdder();
    final LongAdder bytesIn = new LongAdder();
    final LongAdder messagesOut = new LongAdder();
    final LongAdder bytesOut = new LongAdder();
    final LongAdder publishesRefused = new LongAdder();
}
