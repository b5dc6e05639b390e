package org.partita.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** JMH finds every benchmark and each of them runs; nothing is timed. */
class MicroBenchmarksTest {
    @TempDir
    private Path directory;

    @Test
    void everyBenchmarkRunsOnce() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
            .include("org\\.partita\\.bench\\..*")
            .param("records", "3")
            .param("fetchBytes", "16384")
            .param("logMebibytes", "1")
            .param("directory", directory.resolve("log").toString())
            .mode(Mode.SingleShotTime).forks(0).warmupIterations(0).measurementIterations(1)
            .shouldFailOnError(true).verbosity(VerboseMode.SILENT)
            .build()).run();

        List<String> names = results.stream().map(each -> each.getParams().getBenchmark()
            .replace("org.partita.bench.", "")).distinct().sorted().toList();
        assertThat(names).containsExactly("log.AppendBenchmark.async", "log.AppendBenchmark.commit",
            "log.ReadBenchmark.sliced", "log.ReadBenchmark.verified", "log.RecoveryBenchmark.scan",
            "record.RecordBatchBenchmark.decode", "record.RecordBatchBenchmark.encode",
            "record.RecordBatchBenchmark.validate");
    }
}
