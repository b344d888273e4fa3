// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.failure.RunFailedException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines that the consumer appends to a file, from the file's end: earlier lines describe changes before the run. If the file is
 * replaced, reads the old file to its end first; on Windows, a replacement is not detected. If the file is truncated, reads it from its
 * beginning and adds a remark to the verdict.
 */
final class FollowedFile extends ReadingSource {

    private static final long POLL_MILLIS = 10;

    private final Path file;
    private volatile long bytesRead;
    private volatile int truncations;
    private volatile boolean fileExists;

    /** {@link Pipe#NONE} for a regular file. */
    private volatile Pipe pipe = Pipe.NONE;

    private enum Pipe {
        NONE,
        WAITING,
        OPEN,
        CLOSED
    }

    public FollowedFile(Path file) {
        this.file = file;
    }

    @Override
    public void start(ConsumerLines lines) {
        if (Files.isDirectory(file)) {
            throw new RunFailedException("file " + file + ": a directory, must be a file or a pipe");
        }
        fileExists = Files.exists(file);
        if (fileExists && !Files.isReadable(file)) {
            throw new RunFailedException("file " + file + ": this user may not read it");
        }
        if (fileExists && !Files.isRegularFile(file)) {
            pipe = Pipe.WAITING;
            start("file", lines, () -> {
                // no FileChannel: its stream requires a position, which a pipe does not have
                try (InputStream in = new FileInputStream(file.toFile())) {
                    if (isClosing()) {
                        return; // the lines belong to the next trial
                    }
                    pipe = Pipe.OPEN;
                    readToEnd(lines, in, () -> pipe = Pipe.CLOSED);
                } // close the stream: otherwise, a program that reopens the pipe would write without a reader
                reportEnd(lines);
            });
            return;
        }
        GrowingContent content;
        try {
            content = fileExists ? new GrowingContent(Files.size(file)) : null;
        } catch (IOException e) {
            throw new RunFailedException("file " + file + " cannot be read: " + e.getMessage(), e);
        }
        start("file", lines, () -> follow(content, lines));
    }

    private void follow(@Nullable GrowingContent openedContent, ConsumerLines lines) throws IOException {
        while (!Files.exists(file) && openedContent == null) {
            if (isClosing()) {
                return;
            }
            awaitClosing(POLL_MILLIS);
        }
        fileExists = true;
        try (GrowingContent content = openedContent == null ? new GrowingContent(0) : openedContent) {
            lines.readPart(content);
        }
    }

    private final class GrowingContent extends InputStream {
        private static final int TAIL_BYTES = 256;

        /** The file and its replacements. They stay open because they may be moved again. */
        private final List<FileChannel> files = new ArrayList<>();

        private @Nullable Object newestKey;
        /** Bytes before the read position. If they differ later, the file was truncated and has grown again. */
        private byte[] lastBytes = new byte[0];

        GrowingContent(long beginOffset) throws IOException {
            newestKey = fileKey();
            files.add(FileChannel.open(file));
            files.get(0).position(beginOffset);
            rememberTail(beginOffset);
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
        @Override
        public int read(byte[] buffer, int from, int length) throws IOException {
            while (true) {
                boolean isLastRead =
                        isClosing(); // checked before the read, so that all data written before close() is read
                openReplacement();
                boolean isReplaced = files.size() > 1
                        && (isLastRead || files.size() > 2 || files.get(1).size() > 0);
                FileChannel channel = files.get(0);
                long readPosition = channel.position();
                int count = channel.read(ByteBuffer.wrap(buffer, from, length));
                boolean isTruncated = channel.size() < readPosition
                        || !Arrays.equals(lastBytes, bytesAt(readPosition - lastBytes.length, lastBytes.length));
                if (!isTruncated && count > 0) {
                    bytesRead += count;
                    rememberTail(readPosition + count);
                    return count;
                }
                if (isTruncated) {
                    truncations++;
                    channel.position(0);
                } else if (isReplaced) {
                    files.remove(0).close();
                } else if (isLastRead) {
                    return -1;
                } else {
                    awaitClosing(POLL_MILLIS);
                    continue;
                }
                boolean isMidLine = lastBytes.length > 0 && lastBytes[lastBytes.length - 1] != '\n';
                lastBytes = new byte[0];
                if (isMidLine) {
                    buffer[from] = '\n'; // the next content must not continue the unfinished line
                    return 1;
                }
            }
        }

        private void openReplacement() throws IOException {
            Object key = fileKey();
            if (key == null || key.equals(newestKey)) {
                return;
            }
            FileChannel openedFile = FileChannel.open(file);
            if (key.equals(fileKey())) {
                files.add(openedFile);
                newestKey = key;
            } else {
                openedFile.close(); // the file was replaced again while it was opened
            }
        }

        /** Returns {@code null} if the file does not exist. */
        private @Nullable Object fileKey() throws IOException {
            try {
                return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            } catch (NoSuchFileException e) {
                return null;
            }
        }

        private byte[] bytesAt(long position, int length) throws IOException {
            ByteBuffer buffer = ByteBuffer.allocate(length);
            files.get(0).read(buffer, position);
            return buffer.array();
        }

        private void rememberTail(long position) throws IOException {
            int length = (int) Math.min(position, TAIL_BYTES);
            lastBytes = bytesAt(position - length, length);
        }

        @Override
        public int read() throws IOException {
            byte[] buffer = new byte[1];
            return read(buffer, 0, 1) < 0 ? -1 : buffer[0] & 0xFF;
        }

        @Override
        public int available() throws IOException {
            FileChannel channel = files.get(0);
            return (int) Math.min(Integer.MAX_VALUE, Math.max(0, channel.size() - channel.position()));
        }

        @Override
        public void close() throws IOException {
            for (FileChannel channel : files) {
                channel.close();
            }
        }
    }

    @Override
    protected Optional<String> remarkOnVerdict() {
        return truncations == 0
                ? Optional.empty()
                : Optional.of(file + " was truncated (" + truncations + "x): lines written just before may be missing");
    }

    @Override
    public String name() {
        return file.toString();
    }

    @Override
    protected Optional<String> remarkAfterReading() {
        if (!fileExists) {
            return Optional.of(file + " did not appear during the run");
        }
        if (pipe == Pipe.WAITING) {
            return Optional.of("nothing was written to the pipe " + file + " during the run");
        }
        if (pipe == Pipe.CLOSED) {
            return Optional.of("the pipe " + file + " ended before the run did: the consumer reports nothing more");
        }
        return bytesRead == 0 && pipe == Pipe.NONE
                ? Optional.of("nothing was appended to " + file + " during the run; its earlier contents are not read")
                : Optional.empty();
    }

    @Override
    public void close() {
        requestClosing();
        if (pipe != Pipe.WAITING) {
            super.close(); // not while the thread waits for a pipe: it cannot be woken, and it is a daemon
        }
    }
}
