// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The process that owns an embedded server's directory. A file in the directory stores the owner. If the process was killed, the
 * next start of a server removes the directory.
 *
 * @param startMillis start of the process in ms since the epoch, because the system reuses process ids; 0 if unknown
 * @param namespace the scope of {@code pid}: a container that shares the temporary directory has separate process ids
 */
record DirectoryOwner(long pid, long startMillis, String namespace) {

    static final String PREFIX = "cdct-";
    private static final String OWNER_FILE = "owner";
    private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");

    static DirectoryOwner current() throws IOException {
        ProcessHandle process = ProcessHandle.current();
        String namespace =
                Files.exists(NAMESPACE) ? Files.readSymbolicLink(NAMESPACE).toString() : "none";
        return new DirectoryOwner(process.pid(), startMillis(process), namespace);
    }

    void writeTo(Path directory) throws IOException {
        Files.writeString(directory.resolve(OWNER_FILE), pid + " " + startMillis + " " + namespace);
    }

    /** Returns directories next to {@code ownDirectory} whose owner process has ended, except directories of other users. */
    List<Path> abandonedNextTo(Path ownDirectory) throws IOException {
        List<Path> abandonedDirectories = new ArrayList<>();
        try (var directories = Files.newDirectoryStream(ownDirectory.resolveSibling(""), PREFIX + "*")) {
            for (Path directory : directories) {
                try {
                    if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                            && Files.getOwner(directory).equals(Files.getOwner(ownDirectory))
                            && hasEnded(directory.resolve(OWNER_FILE))) {
                        abandonedDirectories.add(directory);
                    }
                } catch (NoSuchFileException e) {
                    // its process has just removed it
                }
            }
        }
        return abandonedDirectories;
    }

    /** Returns true if the file's process has ended; false in another namespace, and while the file is missing or incomplete. */
    private boolean hasEnded(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > 200) {
            return false;
        }
        String[] fields = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).split(" ");
        return fields.length == 3
                && fields[0].matches("\\d{1,18}")
                && fields[1].matches("\\d{1,18}")
                && fields[2].equals(namespace)
                && ProcessHandle.of(Long.parseLong(fields[0]))
                        .filter(process -> startMillis(process) == Long.parseLong(fields[1]))
                        .isEmpty();
    }

    private static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
