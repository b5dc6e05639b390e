package org.partita.cli.broker;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;

/** The unpacked distribution this process runs from: {@code bin/ conf/ lib/ deploy/}. */
record Distribution(Path home) {
    static final String HOME_PROPERTY = "partita.home";

    Distribution {
        requireNonNull(home, "home");
    }

    /** @throws LaunchException if this process was not started by {@code bin/partita} */
    static Distribution ofThisProcess() {
        String home = System.getProperty(HOME_PROPERTY, "");
        if (home.isEmpty()) throw new LaunchException("a broker is started by bin/partita of the distribution");
        Distribution distribution = new Distribution(Path.of(home));
        distribution.present(distribution.logging());
        distribution.present(distribution.storeArchive());
        distribution.present(distribution.webArchive());
        return distribution;
    }

    Path logging() {
        return home.resolve("conf").resolve("logging.properties");
    }

    Path storeArchive() {
        return home.resolve("deploy").resolve("partita-store.rar");
    }

    Path webArchive() {
        return home.resolve("deploy").resolve("partita.war");
    }

    private void present(Path file) {
        if (!Files.isReadable(file)) {
            throw new LaunchException(file + " is missing or not readable; unpack the distribution again");
        }
    }
}
