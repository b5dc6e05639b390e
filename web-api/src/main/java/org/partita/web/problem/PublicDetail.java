package org.partita.web.problem;

import org.partita.core.failure.InsideText;
import org.partita.storage.BrokerException;

/**
 * What clients are told of failures whose text comes from below the HTTP face.
 *
 * <p>Text about disks may carry what the file system said: paths and names of classes. Operators find it in the log;
 * clients get a sentence of ours instead of such a text.
 */
public final class PublicDetail {
    private PublicDetail() {
    }

    /** {@code text}, or {@code otherwise} if it shows something of the inside. */
    public static String of(String text, String otherwise) {
        return InsideText.isIn(text) ? otherwise : text;
    }

    static String of(BrokerException failure, ErrorCode code) {
        if (failure instanceof ProblemException || code.status() < 500) return failure.getMessage();
        return of(failure.getMessage(), switch (code) {
            case DISK_FULL -> "The broker's disk has no space left. Nothing was stored by this request. Free space on "
                + "it; the broker's log says which disk it is.";
            case ACKNOWLEDGEMENT_TIMEOUT -> "The disk failed while this was done: it is done or not. Repeat a publish "
                + "with the same Idempotency-Key, look at the topic after a change. The broker's log says more.";
            default -> "The disk failed or the data is damaged, so this is not served; other partitions are. The "
                + "broker's log says more.";
        });
    }
}
