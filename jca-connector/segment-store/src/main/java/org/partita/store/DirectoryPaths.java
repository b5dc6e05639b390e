package org.partita.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.partita.storage.DirectoryUnavailableException;

/** Tells whether paths lead to directories that have nothing to do with each other. Creates nothing. */
final class DirectoryPaths {
    private DirectoryPaths() {
    }

    /** @throws DirectoryUnavailableException if two are the same, by whatever name, or one lies in another */
    static void requireApart(List<Path> paths) {
        List<Path> real = paths.stream().map(DirectoryPaths::real).toList();
        for (int i = 0; i < paths.size(); i++) {
            for (int j = i + 1; j < paths.size(); j++) {
                if (same(real.get(i), real.get(j))) throw twice(paths.get(i), paths.get(j));
                if (real.get(j).startsWith(real.get(i))) throw inside(paths.get(j), paths.get(i));
                if (real.get(i).startsWith(real.get(j))) throw inside(paths.get(i), paths.get(j));
            }
        }
    }

    private static boolean same(Path one, Path other) {
        try {
            return one.equals(other) || Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other);
        } catch (IOException e) {
            throw unreadable(one, e);
        }
    }

    /** Links are followed as far as the path exists. */
    private static Path real(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path existing = absolute;
        while (!Files.exists(existing) && existing.getParent() != null) existing = existing.getParent();
        try {
            return existing.toRealPath().resolve(existing.relativize(absolute));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private static DirectoryUnavailableException twice(Path one, Path other) {
        String also = one.equals(other) ? "" : ", as " + one + " and as " + other;
        return new DirectoryUnavailableException("data directory " + other + " is named twice in partita.data" + also
            + "; name it once");
    }

    private static DirectoryUnavailableException inside(Path inner, Path outer) {
        return new DirectoryUnavailableException("data directory " + inner + " lies inside data directory " + outer
            + "; choose directories beside each other (partita.data)");
    }

    private static DirectoryUnavailableException unreadable(Path path, IOException cause) {
        return new DirectoryUnavailableException("data directory " + path + " cannot be looked up: "
            + cause.getMessage() + "; correct its permissions or choose another directory (partita.data)", cause);
    }
}
