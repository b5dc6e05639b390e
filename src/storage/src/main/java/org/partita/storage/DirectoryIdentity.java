package org.partita.storage;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/** Who a data directory belongs to; written once when it is created ({@code meta.properties}). */
public record DirectoryIdentity(String clusterId, int brokerId, UUID directoryId, int formatVersion) {
    public DirectoryIdentity {
        requireNonNull(clusterId, "clusterId");
        requireNonNull(directoryId, "directoryId");
        if (brokerId < 0) throw new IllegalArgumentException("brokerId " + brokerId + " < 0");
        if (formatVersion < 1) throw new IllegalArgumentException("formatVersion " + formatVersion + " < 1");
    }
}
