// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

import io.github.cdctester.internal.bound.BoundedFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Helpers for files with a password or token, and for messages about inaccessible files. */
public final class SecretFile {

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private SecretFile() {}

    public static String firstLine(Path file) throws IOException {
        String first = BoundedFile.text(file, BoundedFile.MAX_SMALL_FILE_BYTES)
                .lines()
                .findFirst()
                .orElse("");
        return first.startsWith(BYTE_ORDER_MARK) ? first.substring(1) : first;
    }

    /** Returns an empty array if the file system does not support permissions. */
    public static FileAttribute<?>[] ownerOnlyAttributes(Path directory) throws IOException {
        return Files.getFileStore(directory).supportsFileAttributeView("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Some exceptions' messages contain only the file name. */
    public static String reasonOf(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "it is a file";
        }
        String reason = e instanceof FileSystemException fileError ? fileError.getReason() : null;
        return e instanceof CharacterCodingException
                ? "it is not UTF-8"
                : String.valueOf(reason == null ? e.getMessage() : reason);
    }
}
