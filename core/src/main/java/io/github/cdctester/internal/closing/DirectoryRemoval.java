// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.closing;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Removes directories that this process created. */
public final class DirectoryRemoval extends SimpleFileVisitor<Path> {

    private DirectoryRemoval() {}

    /** Removes a directory with its contents; links are unlinked, not followed. A missing directory is no error. */
    public static void remove(Path directory) throws IOException {
        if (Files.exists(directory)) {
            Files.walkFileTree(directory, new DirectoryRemoval());
        }
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        Files.deleteIfExists(file);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
        if (e instanceof NoSuchFileException) { // another process removed it
            return FileVisitResult.CONTINUE;
        }
        throw e;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) throws IOException {
        if (e != null) {
            throw e;
        }
        Files.deleteIfExists(directory);
        return FileVisitResult.CONTINUE;
    }
}
