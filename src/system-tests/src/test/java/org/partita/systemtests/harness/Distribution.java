package org.partita.systemtests.harness;

import java.nio.file.Path;

/** The packages under test, as the build made them. */
public final class Distribution {
    private Distribution() {
    }

    /** {@code bin/partita} of the unpacked distribution. */
    public static Path launcher() {
        return property("partita.distribution").resolve("bin/partita");
    }

    /** {@code partita.ear} for the full server. */
    public static Path ear() {
        return property("partita.ear");
    }

    /** The resource adapter that owns the data directory. */
    public static Path storeAdapter() {
        return property("partita.rar");
    }

    /** The web archive for the small server. */
    public static Path webArchive() {
        return property("partita.war");
    }

    /** The unpacked full server. */
    public static Path payaraServer() {
        return property("partita.payara");
    }

    /** Where tests leave logs and data; goes with {@code mvn clean}. */
    public static Path workDirectory() {
        return property("partita.work");
    }

    private static Path property(String name) {
        String value = System.getProperty(name);
        if (value == null) throw new IllegalStateException("run by Maven, or set the system property " + name);
        return Path.of(value).toAbsolutePath().normalize();
    }
}
