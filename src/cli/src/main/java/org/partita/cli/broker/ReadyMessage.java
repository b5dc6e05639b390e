package org.partita.cli.broker;

import java.util.ArrayList;
import java.util.List;

/** What the terminal shows when a broker is ready: where it is, and commands to try that work as printed. */
final class ReadyMessage {
    /** The partition of the key below in a topic of three, which is what a new topic gets. */
    private static final int PARTITION = 2;
    private static final String JSON = " -H 'Content-Type: application/json' -d '";

    private ReadyMessage() {
    }

    static List<String> lines(BrokerConfiguration configuration) {
        String topics = configuration.clientUrl() + "/v1/topics";
        List<String> lines = new ArrayList<>();
        lines.add("Partita is ready.");
        lines.add("  HTTP   " + configuration.clientUrl());
        lines.add("  Kafka  " + (configuration.wire().isOff() ? "off" : configuration.wire().told()));
        lines.add("  data   " + configuration.dataText());
        lines.add("Try:");
        if (!configuration.autoCreateTopics()) {
            lines.add("  curl -s " + topics + JSON + "{\"name\":\"orders\",\"partitions\":3}'");
        }
        lines.add("  curl -s " + topics + "/orders/messages" + JSON
                + "{\"key\":\"customer-4821\",\"payload\":{\"total\":12.50}}'");
        lines.add("  curl -s '" + topics + "/orders/partitions/" + PARTITION + "/messages?offset=earliest'");
        return lines;
    }
}
