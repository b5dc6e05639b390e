package org.partita.bench.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.partita.bench.http.peer.SinkApplication;
import org.partita.bench.http.peer.SinkResource;

/** The web archive of the peer. */
final class PeerArchive {
    private PeerArchive() {
    }

    static Path write(Path file) throws IOException {
        try (ZipOutputStream war = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Class<?> type : List.of(SinkApplication.class, SinkResource.class)) {
                String name = type.getName().replace('.', '/') + ".class";
                war.putNextEntry(new ZipEntry("WEB-INF/classes/" + name));
                try (InputStream code = type.getClassLoader().getResourceAsStream(name)) {
                    code.transferTo(war);
                }
            }
        }
        return file;
    }
}
