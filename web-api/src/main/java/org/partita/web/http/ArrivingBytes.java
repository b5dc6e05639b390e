package org.partita.web.http;

import static java.util.Objects.requireNonNull;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.ProblemException;

/**
 * A body as it comes from the network, before it is decompressed: refused when it comes too slowly or ends too early,
 * whatever is read out of it. Belongs to one thread.
 */
final class ArrivingBytes extends InputStream {
    private final InputStream body;
    private final long partMillis;
    private final LongSupplier nanos;
    private long missingBytes;
    private long partNanos;

    /**
     * @param announcedBytes how many are to come; negative if nobody said so
     * @param partMillis how long reading may take until the next part begins
     * @param nanos relative time
     */
    ArrivingBytes(InputStream body, long announcedBytes, long partMillis, LongSupplier nanos) {
        this.body = requireNonNull(body, "body");
        this.missingBytes = announcedBytes;
        this.partMillis = partMillis;
        this.nanos = requireNonNull(nanos, "nanos");
        partNanos = nanos.getAsLong();
    }

    /** The time for the next part begins. */
    void beginPart() {
        partNanos = nanos.getAsLong();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /**
     * @throws ProblemException if the part takes too long
     * @throws BodyCutException if the body is not as long as was announced, or its connection broke
     */
    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = readSome(target, offset, length);
        if (count > 0) missingBytes -= count;
        else if (count < 0 && missingBytes > 0) throw new BodyCutException(missingBytes + " bytes are missing");
        return count;
    }

    /** The server ends a read after a time of its own, which says nothing about the time that the sender has. */
    private int readSome(byte[] target, int offset, int length) throws BodyCutException {
        while (!isLate()) {
            try {
                return body.read(target, offset, length);
            } catch (IOException failed) {
                if (!isLate() && !(failed.getCause() instanceof TimeoutException)) {
                    BodyCutException cut = new BodyCutException("the connection broke");
                    cut.initCause(failed);
                    throw cut;
                }
            }
        }
        throw late();
    }

    private boolean isLate() {
        return TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - partNanos) >= partMillis;
    }

    private ProblemException late() {
        return new ProblemException(ErrorCode.REQUEST_TIMEOUT, "The body comes too slowly: the part that was read "
            + "last took more than " + partMillis + " ms. Send again what was not stored, faster or in smaller "
            + "requests.");
    }

    /** Nothing more comes, though more was to come. */
    static final class BodyCutException extends EOFException {
        private static final long serialVersionUID = 1;

        BodyCutException(String message) {
            super(message);
        }
    }
}
