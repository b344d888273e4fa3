// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import io.github.cdctester.internal.report.Format;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Pattern;

/** A file whose path the user gave. Unlike in {@code --out}, links are followed, and devices and pipes are not replaced. */
public final class NamedFile {

    private static final int MAX_LINKS = 40;

    /** A link in such a directory leads to an open file, which may have no name. */
    private static final Pattern OPEN_FILES = Pattern.compile("/proc/\\d+/(task/\\d+/)?fd");

    private NamedFile() {}

    /** Returns true if the file can only be written to, not replaced: a device, a pipe, a socket, or an open file of a process. */
    public static boolean isStream(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.isOther() || attributes.isRegularFile() && isOpenFile(file);
        } catch (IOException e) {
            return false; // a new file
        }
    }

    private static boolean isOpenFile(Path file) throws IOException {
        Path target = file.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(target) && links < MAX_LINKS; links++) {
            if (OPEN_FILES.matcher(target.getParent().toRealPath().toString()).matches()) {
                return true;
            }
            target = target.resolveSibling(Files.readSymbolicLink(target));
        }
        return false;
    }

    /** Follows links to their end, which need not exist. */
    static Path target(Path file) throws IOException {
        if (Files.isSymbolicLink(file)) {
            checkLinks(file);
        }
        Path target = file.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(target) && links < MAX_LINKS; links++) {
            target = target.resolveSibling(Files.readSymbolicLink(target));
        }
        return target;
    }

    /** Throws if the operating system refuses to follow: a loop, or another user's link in a directory like {@code /tmp}. */
    private static void checkLinks(Path file) throws IOException {
        try {
            Files.readAttributes(file, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            return; // the target will be created
        }
    }

    /** Appends, because an open file may already have content. Opening a pipe waits for its reader. */
    static <T> void writeTo(Path stream, Format<? super T> format, T result) throws IOException {
        try (Writer out = Files.newBufferedWriter(stream, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            format.write(result, out);
        }
    }
}
