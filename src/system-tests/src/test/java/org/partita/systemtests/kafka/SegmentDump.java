package org.partita.systemtests.kafka;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.partita.systemtests.harness.KafkaCommand;

/**
 * What Kafka's {@code DumpLogSegments} says of files.
 *
 * @param batches one line of {@code name: value} pairs each
 * @param records likewise
 * @param entries index entries, likewise
 * @param passed files that it calls sane
 * @param complaints every line that none of its descriptions of good files looks like
 */
record SegmentDump(List<Map<String, String>> batches, List<Map<String, String>> records,
                   List<Map<String, String>> entries, List<String> passed, List<String> complaints) {
    private static final String TOOL = "kafka.tools.DumpLogSegments";
    private static final Pattern PAIR = Pattern.compile("(\\w+): (\\[[^\\]]*\\]|\\S+)");
    private static final Pattern EXPECTED = Pattern.compile("Dumping .+|Log starting offset: \\d+");
    private static final Pattern ENTRY = Pattern.compile("(offset: \\d+ position|timestamp: \\d+ offset): \\d+");
    private static final Pattern SANE = Pattern.compile("(.+) passed sanity check\\.");

    /** With every record; indexes are compared with the segments beside them. */
    static SegmentDump deep(List<Path> files) {
        return of(files, "--deep-iteration");
    }

    static SegmentDump of(List<Path> files, String... options) {
        String names = files.stream().map(Path::toString).collect(Collectors.joining(","));
        return parse(KafkaCommand.run(TOOL, Stream.concat(Stream.of(options), Stream.of("--files", names))
            .toArray(String[]::new)));
    }

    private static SegmentDump parse(List<String> lines) {
        SegmentDump dump = new SegmentDump(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(),
            new ArrayList<>());
        for (String line : lines) {
            Matcher sane = SANE.matcher(line);
            if (line.startsWith("baseOffset: ")) dump.batches.add(pairs(line));
            else if (line.startsWith("| offset: ")) dump.records.add(pairs(line));
            else if (ENTRY.matcher(line).matches()) dump.entries.add(pairs(line));
            else if (sane.matches()) dump.passed.add(sane.group(1));
            else if (!EXPECTED.matcher(line).matches()) dump.complaints.add(line);
        }
        return dump;
    }

    private static Map<String, String> pairs(String line) {
        Map<String, String> found = new LinkedHashMap<>();
        Matcher pair = PAIR.matcher(line);
        while (pair.find()) found.put(pair.group(1), pair.group(2));
        return found;
    }
}
