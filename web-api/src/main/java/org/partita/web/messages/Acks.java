package org.partita.web.messages;

import static org.partita.web.problem.ProblemException.invalid;

import java.util.Locale;

import org.partita.core.broker.AckPolicy;

/** Acknowledgement policies as they are written in HTTP. */
final class Acks {
    private Acks() {
    }

    static AckPolicy parse(String text) {
        return switch (text) {
            case "leader" -> AckPolicy.LEADER;
            case "quorum" -> AckPolicy.QUORUM;
            case "all" -> AckPolicy.ALL;
            default -> throw invalid("acks", "'acks' must be leader, quorum or all; found '" + text + "'.");
        };
    }

    static String text(AckPolicy policy) {
        return policy.name().toLowerCase(Locale.ROOT);
    }
}
