package org.partita.systemtests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Sockets a process receives on, read from the kernel: listening TCP and every bound UDP socket. */
final class ListeningSockets {
    private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");
    private static final String TCP_LISTEN = "0A";

    private ListeningSockets() {
    }

    static List<InetSocketAddress> of(long pid) {
        Set<String> inodes = socketInodes(pid);
        Path net = Path.of("/proc", Long.toString(pid), "net");
        return Stream.of("tcp", "tcp6", "udp", "udp6")
            .flatMap(table -> rows(net.resolve(table))
                .filter(row -> table.startsWith("udp") || row[3].equals(TCP_LISTEN)))
            .filter(row -> inodes.contains(row[9]))
            .map(row -> address(row[1]))
            .toList();
    }

    private static Set<String> socketInodes(long pid) {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            for (Path descriptor : descriptors.toList()) {
                if (!Files.isSymbolicLink(descriptor)) continue;
                Matcher matcher = SOCKET.matcher(Files.readSymbolicLink(descriptor).toString());
                if (matcher.matches()) inodes.add(matcher.group(1));
            }
            return inodes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String[]> rows(Path table) {
        try {
            return Files.readAllLines(table).stream().skip(1).map(line -> line.strip().split("\\s+"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The kernel prints each 32-bit word of an address in the byte order of the machine. */
    private static InetSocketAddress address(String field) {
        String[] parts = field.split(":");
        ByteBuffer printed = ByteBuffer.wrap(HexFormat.of().parseHex(parts[0]));
        ByteBuffer bytes = ByteBuffer.allocate(printed.remaining()).order(ByteOrder.nativeOrder());
        while (printed.hasRemaining()) bytes.putInt(printed.getInt());
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes.array()), Integer.parseInt(parts[1], 16));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
