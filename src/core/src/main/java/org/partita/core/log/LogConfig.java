package org.partita.core.log;

/** @param segmentBytes a segment is closed before it would grow beyond this; a larger batch gets one of its own */
public record LogConfig(int segmentBytes) {
    public LogConfig {
        if (segmentBytes < 1) throw new IllegalArgumentException("segmentBytes " + segmentBytes + " < 1");
    }
}
