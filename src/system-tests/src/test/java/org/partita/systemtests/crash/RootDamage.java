package org.partita.systemtests.crash;

import static org.partita.systemtests.crash.PartitionFiles.content;
import static org.partita.systemtests.crash.PartitionFiles.delete;
import static org.partita.systemtests.crash.PartitionFiles.replace;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.partita.systemtests.crash.Outcome.NoStart;
import org.partita.systemtests.crash.Outcome.Whole;

/** What happens to the small files of a data directory. */
enum RootDamage {
    CHECKPOINT_EMPTIED((root, random) -> changed(root, List.of("flushed.state"), RootDamage::emptied, random)),
    CHECKPOINT_HALVED((root, random) -> changed(root, List.of("flushed.state"), RootDamage::halved, random)),
    CHECKPOINT_GARBLED((root, random) -> changed(root, List.of("flushed.state"), RootDamage::garbled, random)),
    CHECKPOINT_DELETED((root, random) -> {
        if (Files.exists(root.resolve("flushed.state"))) delete(root.resolve("flushed.state"));
        return new Whole();
    }),
    METADATA_EMPTIED((root, random) -> changed(root, List.of("metadata.image.state"), RootDamage::emptied, random)),
    METADATA_HALVED((root, random) -> changed(root, List.of("metadata.image.state"), RootDamage::halved, random)),
    METADATA_COPY_GARBLED((root, random) ->
        changed(root, List.of("metadata.image.copy.state"), RootDamage::garbled, random)),
    LOCK_GARBLED((root, random) -> changed(root, List.of("lock"), RootDamage::garbled, random)),
    CLEAN_MARK_FORGED((root, random) -> {
        replace(root.resolve("clean"), new byte[0]);
        return new Whole();
    }),
    ALL_METADATA_GARBLED((root, random) -> refused("Cannot tell which topics", root,
        List.of("metadata.image.state", "metadata.image.copy.state"), random)),
    IDENTITY_GARBLED((root, random) -> refused("meta.properties is damaged", root, List.of("meta.properties"), random));

    private final BiFunction<Path, SplittableRandom, Outcome> kind;

    RootDamage(BiFunction<Path, SplittableRandom, Outcome> kind) {
        this.kind = kind;
    }

    /** @return what the next start must come to */
    Outcome apply(Path root, SplittableRandom random) {
        return kind.apply(root, random);
    }

    private static Outcome changed(Path root, List<String> names, BiFunction<byte[], SplittableRandom, byte[]> change,
                                   SplittableRandom random) {
        for (String name : names) {
            Path file = root.resolve(name);
            replace(file, change.apply(Files.exists(file) ? content(file) : new byte[0], random));
        }
        return new Whole();
    }

    private static Outcome refused(String reason, Path root, List<String> names, SplittableRandom random) {
        List<byte[]> before = names.stream().map(name -> content(root.resolve(name))).toList();
        changed(root, names, RootDamage::garbled, random);
        return new NoStart(reason, () -> {
            for (int i = 0; i < names.size(); i++) replace(root.resolve(names.get(i)), before.get(i));
        });
    }

    private static byte[] emptied(byte[] content, SplittableRandom random) {
        return new byte[0];
    }

    private static byte[] halved(byte[] content, SplittableRandom random) {
        return Arrays.copyOf(content, content.length / 2);
    }

    private static byte[] garbled(byte[] content, SplittableRandom random) {
        byte[] garbage = new byte[content.length];
        random.nextBytes(garbage);
        return garbage;
    }
}
