// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A lock on an embedded server's directory. The system releases it when the owner process ends, even after SIGKILL; child processes do
 * not inherit it. Unlike a process's id and start time, the lock does not depend on the clock or the container.
 *
 * <p>On POSIX, closing any channel of a file releases all locks of the process on this file. Therefore, a process never opens the lock
 * file of its own directories again.
 */
final class DirectoryLock implements Closeable {

    private static final String PREFIX = "cdct-";
    private static final String LOCK_FILE = "lock";

    /** Contains the host's name. On a network file system without locks between hosts, the lock of another host seems free. */
    private static final String HOST_FILE = "host";

    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    static String directoryPrefix() {
        ProcessHandle process = ProcessHandle.current();
        long startMillis =
                process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        // with the start, because a restarted container reuses process ids; constant within a process
        return PREFIX + process.pid() + "-" + Long.toString(startMillis, Character.MAX_RADIX) + "-";
    }

    /**
     * Locks a directory whose name starts with {@link #directoryPrefix()}. If the file system does not support locks, other
     * processes do not remove the directory.
     */
    static DirectoryLock acquire(Path directory) throws IOException {
        FileChannel channel =
                FileChannel.open(directory.resolve(LOCK_FILE), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            if (tryLock(channel)) {
                // after the lock: a directory without this file is still being created
                Files.writeString(directory.resolve(HOST_FILE), host());
            }
            return new DirectoryLock(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Returns directories whose owner process has ended, except directories of other users. */
    static List<Path> abandonedNextTo(Path ownDirectory) throws IOException {
        List<Path> abandonedDirectories = new ArrayList<>();
        String ownPrefix = directoryPrefix();
        String host = host();
        try (var directories = Files.newDirectoryStream(ownDirectory.resolveSibling(""), PREFIX + "*")) {
            for (Path directory : directories) {
                try {
                    if (!directory.getFileName().toString().startsWith(ownPrefix)
                            && Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                            && Files.getOwner(directory).equals(Files.getOwner(ownDirectory))
                            && belongsTo(host, directory)
                            && isFree(directory.resolve(LOCK_FILE))) {
                        abandonedDirectories.add(directory);
                    }
                } catch (IOException e) {
                    // its process is creating it or has just removed it, or it is not accessible: it stays
                }
            }
        }
        return abandonedDirectories;
    }

    private static boolean belongsTo(String host, Path directory) throws IOException {
        Path file = directory.resolve(HOST_FILE);
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && Files.size(file) < 1_000
                && Files.readString(file).equals(host);
    }

    private static boolean isFree(Path lockFile) throws IOException {
        if (!Files.isRegularFile(lockFile, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
            // the owner deletes the file before it releases the lock
            return tryLock(channel) && Files.exists(lockFile);
        }
    }

    /** Returns false also if the file system does not support locks. */
    private static boolean tryLock(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    private static String host() throws IOException {
        return Files.exists(HOST_NAME) ? Files.readString(HOST_NAME).strip() : "unknown";
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
