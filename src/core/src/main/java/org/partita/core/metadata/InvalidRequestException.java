package org.partita.core.metadata;

import static java.util.Objects.requireNonNull;

import org.partita.storage.BrokerException;

/** A member of a request has a value that is not accepted. Nothing was done. */
public final class InvalidRequestException extends BrokerException {
    private static final long serialVersionUID = 1L;

    private final String field;

    /** @param field path of the member in the request, for example {@code config.retention.ms} */
    public InvalidRequestException(String field, String message) {
        super("invalid-request", false, message);
        this.field = requireNonNull(field, "field");
    }

    public String field() {
        return field;
    }
}
