// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.Setting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reserves a directory for the results of one run. The system releases the lock when the process ends, even after SIGKILL. The lock file
 * may then remain, and the next run in this directory removes it.
 *
 * <p>On POSIX, closing any channel of a file releases all locks of the process on this file. Therefore, a process never opens the lock
 * file of its own directories again.
 */
public final class OutputLock implements AutoCloseable {

    private static final String LOCK_FILE = ".cdc-tester.lock";

    private static final int MAX_ATTEMPTS = 20;

    /** Real paths of the directories that this process has locked. */
    private static final Set<Path> OWN_DIRECTORIES = Collections.synchronizedSet(new HashSet<>());

    private final NewDirectories newDirectories;
    private final Path directory;
    private final @Nullable FileChannel channel;

    /** @param channel {@code null} if no lock file can be created */
    private OutputLock(NewDirectories newDirectories, Path directory, @Nullable FileChannel channel) {
        this.newDirectories = newDirectories;
        this.directory = directory;
        this.channel = channel;
    }

    /**
     * Creates the directory if it is missing. If it cannot be created or written to, {@link ResultFiles#in(Path)} reports this later.
     * Without locks in the file system, only other runs of this process are detected; none if the lock file has foreign content.
     *
     * @throws InvalidPlanException if another run has locked the directory
     */
    public static OutputLock acquire(Path directory) {
        NewDirectories newDirectories = NewDirectories.NONE;
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            try {
                newDirectories = NewDirectories.create(directory);
                return acquire(directory, newDirectories);
            } catch (IOException e) {
                continue; // a run that ended may have removed the directory or the lock file meanwhile
            }
        }
        return new OutputLock(newDirectories, directory, null);
    }

    private static OutputLock acquire(Path directory, NewDirectories newDirectories) throws IOException {
        Path realPath = directory.toRealPath();
        if (!OWN_DIRECTORIES.add(realPath)) {
            throw inUse(directory);
        }
        FileChannel lockedFile = null;
        try {
            lockedFile = openLockFile(realPath.resolve(LOCK_FILE));
            if (lockedFile == null) {
                throw inUse(directory);
            }
            return new OutputLock(newDirectories, realPath, lockedFile);
        } finally {
            if (lockedFile == null) {
                OWN_DIRECTORIES.remove(realPath);
            }
        }
    }

    /** Returns {@code null} if another process has locked the file. */
    private static @Nullable FileChannel openLockFile(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        boolean isFree = isFree(channel);
        if (isFree && channel.size() == 0 && Files.exists(file)) {
            return channel;
        }
        channel.close();
        if (isFree) {
            throw new IOException(file + " was deleted by a run that ended, or is no lock file");
        }
        return null;
    }

    private static boolean isFree(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // this class was loaded twice in this process
        } catch (IOException e) {
            return true; // the file system has no locks
        }
    }

    private static InvalidPlanException inUse(Path directory) {
        return new InvalidPlanException(
                Setting.OUT.property(), directory, "a directory that no other run uses: another run is writing there");
    }

    /** Returns true if a run of this or another process has locked the directory. */
    public static boolean isInUse(Path directory) {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (OutputLock lock = acquire(directory)) {
            return false;
        } catch (InvalidPlanException e) {
            return true;
        }
    }

    /** Deletes the lock file, and the directories that {@link #acquire} created if they are empty. */
    @Override
    public void close() {
        if (channel != null) {
            try (channel) {
                Files.deleteIfExists(directory.resolve(LOCK_FILE));
                channel.write(ByteBuffer.allocate(1)); // marks the deleted file for a run that has already opened it
            } catch (IOException e) {
                // without its lock, the file has no effect
            } finally {
                OWN_DIRECTORIES.remove(directory);
            }
        }
        newDirectories.removeIfEmpty();
    }
}
