package org.partita.bench.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The web archive of the peer. */
final class PeerArchive {
    /** By name: what they extend is there in the server only. */
    private static final List<String> CLASSES = List.of("SinkApplication", "SinkResource");

    private PeerArchive() {
    }

    static Path write(Path file) throws IOException {
        try (ZipOutputStream war = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String type : CLASSES) {
                String name = "org/partita/bench/http/peer/" + type + ".class";
                war.putNextEntry(new ZipEntry("WEB-INF/classes/" + name));
                try (InputStream code = PeerArchive.class.getClassLoader().getResourceAsStream(name)) {
                    code.transferTo(war);
                }
            }
        }
        return file;
    }
}
