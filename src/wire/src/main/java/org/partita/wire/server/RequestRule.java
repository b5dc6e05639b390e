package org.partita.wire.server;

/**
 * What holds for the requests of one API.
 *
 * @param maxFrameBytes of one of them
 * @param heapFactor how many bytes of memory one byte of it may become while it is handled
 * @param overlaps whether it may be handled while earlier ones of its connection, of which the same is true, are
 * @param waits whether its answer may be long in coming. Its bytes are then not needed once it was handed over
 */
public record RequestRule(int maxFrameBytes, int heapFactor, boolean overlaps, boolean waits) {
    public RequestRule {
        if (maxFrameBytes < 1) throw new IllegalArgumentException("maxFrameBytes " + maxFrameBytes + " < 1");
        if (heapFactor < 1) throw new IllegalArgumentException("heapFactor " + heapFactor + " < 1");
    }
}
