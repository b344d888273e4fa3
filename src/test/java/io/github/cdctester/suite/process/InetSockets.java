// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The internet sockets of a process, from Linux's /proc. */
public final class InetSockets {

    private static final List<String> TABLES = List.of("tcp", "tcp6", "udp", "udp6");
    private static final String LISTEN_STATE = "0A";
    private static final String V4_IN_V6_PREFIX = "0000000000000000FFFF0000";

    private InetSockets() {}

    /**
     * @param protocol tcp or udp
     * @param local address and port of this side
     * @param remote address and port of the other side; port 0 if not connected
     * @param listens true if the socket accepts connections
     */
    public record Socket(String protocol, String local, String remote, boolean listens) {}

    /** Returns an empty set if the process has ended. */
    public static Set<Socket> of(long pid) {
        try {
            Set<String> inodes = inodes(Path.of("/proc", String.valueOf(pid), "fd"));
            Set<Socket> sockets = new HashSet<>();
            for (String table : TABLES) {
                // a socket closed after the inodes were read is not in the table
                Files.readAllLines(Path.of("/proc", String.valueOf(pid), "net", table)).stream()
                        .skip(1)
                        .map(line -> line.strip().split("\\s+"))
                        .filter(columns -> inodes.contains(columns[9]))
                        .map(columns -> new Socket(
                                table.substring(0, 3),
                                address(columns[1]),
                                address(columns[2]),
                                columns[3].equals(LISTEN_STATE)))
                        .forEach(sockets::add);
            }
            return sockets;
        } catch (NoSuchFileException e) {
            return Set.of();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Set<String> inodes(Path descriptors) throws IOException {
        try (Stream<Path> links = Files.list(descriptors)) {
            return links.map(InetSockets::target)
                    .filter(target -> target.startsWith("socket:["))
                    .map(target -> target.substring(8, target.length() - 1))
                    .collect(Collectors.toSet());
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return ""; // the descriptor is already closed
        }
    }

    /** The bytes of each word are in little-endian order. */
    private static String address(String text) {
        String[] addressAndPort = text.split(":");
        String hex = addressAndPort[0].startsWith(V4_IN_V6_PREFIX)
                ? addressAndPort[0].substring(V4_IN_V6_PREFIX.length())
                : addressAndPort[0];
        int port = Integer.parseInt(addressAndPort[1], 16);
        if (hex.length() != 8) {
            return "[" + hex + "]:" + port;
        }
        StringBuilder dottedAddress = new StringBuilder();
        for (int index = 6; index >= 0; index -= 2) {
            dottedAddress
                    .append(Integer.parseInt(hex.substring(index, index + 2), 16))
                    .append(index == 0 ? ":" : ".");
        }
        return dottedAddress.append(port).toString();
    }
}
