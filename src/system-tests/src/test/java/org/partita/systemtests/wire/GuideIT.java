package org.partita.systemtests.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.Distribution;
import org.partita.systemtests.harness.KafkaCommand;
import org.partita.systemtests.harness.SharedBroker;

/** The commands for Kafka clients in the guide and on the first page work as printed. */
@ExtendWith(SharedBroker.class)
class GuideIT {
    private static final String DEFAULT_ADDRESS = "127.0.0.1:9092";
    private static final Pattern COMMAND =
        Pattern.compile("^(?:echo '(.*)' \\| )?(kafka-[a-z-]+)\\.sh (.*)$", Pattern.MULTILINE);

    @Test
    void everyCommandOfTheGuideSucceeds(BrokerProcess broker) throws IOException {
        List<String> commands = commands(Files.readString(Distribution.page("getting-started.md")));

        assertThat(commands).hasSizeGreaterThanOrEqualTo(4);
        assertThat(output(broker, commands)).contains("Created topic payments.", "payments:0:0",
            "{\"total\":12.50}", "payments:2:1");
    }

    @Test
    void commandOfTheFirstPageIsOneOfTheGuide() throws IOException {
        List<String> shown = commands(Files.readString(Distribution.firstPage()));

        assertThat(shown).isNotEmpty();
        assertThat(commands(Files.readString(Distribution.page("getting-started.md")))).containsAll(shown);
    }

    private static List<String> commands(String page) {
        return COMMAND.matcher(page).results().map(MatchResult::group).toList();
    }

    private static List<String> output(BrokerProcess broker, List<String> commands) {
        List<String> lines = new ArrayList<>();
        for (String command : commands) {
            Matcher parts = COMMAND.matcher(command);
            assertThat(parts.matches()).as(command).isTrue();
            String[] arguments = parts.group(3).replace(DEFAULT_ADDRESS, broker.bootstrap()).split(" ");
            String input = parts.group(1) == null ? "" : parts.group(1) + "\n";
            lines.addAll(KafkaCommand.feed(input, KafkaTools.mainClass(parts.group(2)), arguments));
        }
        return lines;
    }
}
