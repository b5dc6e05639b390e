package org.partita.cli.broker;

/** The version of this build, from the manifest of its archive. */
public final class ProductVersion {
    private ProductVersion() {
    }

    public static String text() {
        String version = ProductVersion.class.getPackage().getImplementationVersion();
        return version == null ? "(development)" : version;
    }
}
