package org.partita.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.partita.systemtests.harness.BrokerProcess;
import org.partita.systemtests.harness.Distribution;
import org.partita.systemtests.harness.SharedBroker;

/** The lines of the HTTP guide work one after the other, as it says; the topic they make and delete is theirs alone. */
@ExtendWith(SharedBroker.class)
class GuideIT {
    private static final String DEFAULT_ADDRESS = "B=http://127.0.0.1:8080";
    /** A refusal ends the script; a tail, which has no end of its own, is left after a moment. */
    private static final String CURL = """
        set -euo pipefail
        curl() {
          local code=0
          case " $* " in
            *" -N "*) command curl -sS --fail-with-body --max-time 2 "$@" || code=$?; [ $code = 28 ] ;;
            *) command curl -sS --fail-with-body --max-time 30 "$@"; echo ;;
          esac
        }
        """;

    @TempDir
    private Path directory;

    @Test
    void everyLineOfTheGuideIsAnsweredWithoutAnError(BrokerProcess broker) throws Exception {
        List<String> blocks = shellBlocks();
        assertThat(blocks.get(0).strip()).isEqualTo(DEFAULT_ADDRESS);
        Path output = directory.resolve("output");
        String script = CURL + String.join("\n", blocks)
            .replace(DEFAULT_ADDRESS, "B=http://127.0.0.1:" + broker.httpPort())
            .replace("waitMs=20000", "waitMs=200");

        Process bash = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true)
            .redirectOutput(output.toFile()).start();
        boolean ended = bash.waitFor(120, TimeUnit.SECONDS);

        String answers = Files.readString(output);
        assertThat(ended).as(answers).isTrue();
        assertThat(bash.exitValue()).as(answers).isZero();
        assertThat(blocks).hasSizeGreaterThan(10);
        assertThat(answers).contains("\"orderId\":\"ord_92\"", "id: 0", "partita-broker", "partita_ready");
    }

    private static List<String> shellBlocks() throws IOException {
        Path guide = Distribution.page("http-api.md");
        List<String> blocks = new ArrayList<>();
        StringBuilder block = null;
        for (String line : Files.readAllLines(guide)) {
            if (line.equals("```sh")) {
                block = new StringBuilder();
            } else if (block != null && line.equals("```")) {
                blocks.add(block.toString());
                block = null;
            } else if (block != null) {
                block.append(line).append('\n');
            }
        }
        return blocks;
    }
}
