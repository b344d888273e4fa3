// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.bound.BoundedFile;
import io.github.cdctester.internal.report.JsonRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A file of JSON lines that survives a crash: each line is on disk before {@link #append} returns. */
public record JournalFile(Path file) {

    /** Returns empty if the file does not exist. Removes an incomplete last line, which a killed process may leave. */
    public List<String> lines() {
        try {
            if (!Files.exists(file)) {
                return List.of();
            }
            byte[] bytes = BoundedFile.bytes(file, BoundedFile.MAX_OBJECT_FILE_BYTES);
            int length = bytes.length;
            while (length > 0 && bytes[length - 1] != '\n') {
                length--;
            }
            if (length < bytes.length) {
                try (FileChannel journal = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    journal.truncate(length);
                }
            }
            return new String(bytes, 0, length, StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new RunFailedException("reading " + file + " failed: " + e, e);
        }
    }

    public void append(Record line) {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(JsonRecords.line(line) + "\n");
        try (FileChannel out = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS)) {
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        } catch (IOException e) {
            throw new RunFailedException(
                    "writing " + file + " failed: " + e + "; " + Setting.OUT + " can name another directory", e);
        }
    }

    void remove() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new RunFailedException("removing " + file + " failed: " + e, e);
        }
    }
}
