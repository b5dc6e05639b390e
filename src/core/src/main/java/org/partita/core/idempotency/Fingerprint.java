package org.partita.core.idempotency;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

import org.partita.core.record.Bytes;
import org.partita.core.record.RecordHeader;

/** The first 128 bits of a SHA-256: nobody can make two contents that have the same one. */
public record Fingerprint(long high, long low) {
    private static final int NULL_LENGTH = -1;

    static Fingerprint of(IdempotencyKey key) {
        MessageDigest digest = sha256();
        digest.update(key.text().getBytes(StandardCharsets.US_ASCII));
        return firstOf(digest);
    }

    /**
     * Of what is stored of a message and what its publisher asked for. The time of the message is not part of it.
     *
     * @param partitionAsked a negative number if the publisher left the choice to the broker
     */
    public static Fingerprint ofMessage(int partitionAsked, Bytes key, Bytes value, List<RecordHeader> headers) {
        MessageDigest digest = sha256();
        ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);
        update(digest, number, partitionAsked);
        update(digest, number, key);
        update(digest, number, value);
        update(digest, number, headers.size());
        for (RecordHeader header : headers) {
            update(digest, number, Bytes.utf8(header.name()));
            update(digest, number, header.value());
        }
        return firstOf(digest);
    }

    private static void update(MessageDigest digest, ByteBuffer number, int value) {
        digest.update(number.clear().putInt(value).flip());
    }

    /** With its length in front, so that no two sequences of values look alike. */
    private static void update(MessageDigest digest, ByteBuffer number, Bytes bytes) {
        update(digest, number, bytes.isNull() ? NULL_LENGTH : bytes.sizeBytes());
        if (!bytes.isNull()) digest.update(bytes.buffer());
    }

    private static Fingerprint firstOf(MessageDigest digest) {
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        return new Fingerprint(hash.getLong(), hash.getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
