// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file with one JSON record per line. Each line is written to the operating system immediately, so that it survives a kill of
 * the process. Not thread-safe.
 */
final class JsonLinesFile implements AutoCloseable {

    private final Path file;
    private final FileChannel out;
    private final LineOffsets offsets = new LineOffsets();

    private JsonLinesFile(Path file, FileChannel out) {
        this.file = file;
        this.out = out;
    }

    /** {@code head} becomes the first line. An existing file or symbolic link is replaced. */
    static JsonLinesFile create(Path file, Record head) {
        JsonLinesFile created;
        try {
            Files.deleteIfExists(file);
            created = new JsonLinesFile(
                    file, FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (IOException e) {
            throw writeFailure(file, e);
        }
        try {
            created.write(head);
            return created;
        } catch (RuntimeException | Error e) {
            created.close();
            throw e;
        }
    }

    FileChannel channel() {
        return out;
    }

    LineOffsets offsets() {
        return offsets;
    }

    void write(Record line) {
        byte[] text = (JsonRecords.line(line) + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            ByteBuffer remaining = ByteBuffer.wrap(text);
            while (remaining.hasRemaining()) {
                out.write(remaining);
            }
        } catch (IOException e) {
            RunFailedException failure = writeFailure(file, e);
            try {
                out.truncate(offsets.end()); // removes the incomplete line, so that the next record starts a line
            } catch (IOException truncateFailure) {
                failure.addSuppressed(truncateFailure);
            }
            throw failure;
        }
        offsets.add(text.length);
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw writeFailure(file, e);
        }
    }

    private static RunFailedException writeFailure(Path file, IOException e) {
        return new RunFailedException(
                "writing " + file + " failed: " + e.getClass().getSimpleName().replace("Exception", "") + ": "
                        + e.getMessage(),
                e);
    }
}
