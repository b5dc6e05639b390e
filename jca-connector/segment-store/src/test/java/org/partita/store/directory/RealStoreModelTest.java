package org.partita.store.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.partita.core.log.PartitionLogModelTest;

/** The random operations of {@link PartitionLogModelTest}, on real files. */
final class RealStoreModelTest {
    private static final boolean SOAK = Boolean.getBoolean("partita.soak");
    private static final int SEEDS = SOAK ? 50 : 12;
    private static final int STEPS = SOAK ? 10_000 : 800;
    private static final int LARGEST_SEGMENT_BYTES = 20_000;
    private static final Logger LOGGERS = Logger.getLogger("org.partita");

    @TempDir
    private Path root;

    @BeforeAll
    static void silenceWhatIsDamagedOnPurpose() {
        LOGGERS.setLevel(Level.OFF);
    }

    @AfterAll
    static void letLogsSpeakAgain() {
        LOGGERS.setLevel(null);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void logAgreesWithItsModelWhateverHappens(long seed) throws IOException {
        int segmentBytes = 1 + new Random(seed).nextInt(LARGEST_SEGMENT_BYTES);

        try (RealLogDisk disk = new RealLogDisk(root)) {
            PartitionLogModelTest.run(disk, seed, segmentBytes, STEPS);
        }

        if (OpenDescriptors.areListed()) assertThat(OpenDescriptors.below(root)).isEmpty();
    }

    static LongStream seeds() {
        return LongStream.range(0, SEEDS);
    }
}
