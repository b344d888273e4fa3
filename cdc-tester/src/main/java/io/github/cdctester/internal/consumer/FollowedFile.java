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
 * A file that the consumer appends to, followed from its initial end: earlier lines are about earlier changes. The reader waits for
 * a missing file. If another file takes its place, the old one is read to its end, then the new one from its beginning. A truncated
 * file is read from its beginning, and the verdict has a remark. A pipe with a name is read to its end.
 */
final class FollowedFile extends ReadingSource {

    private static final long LOOK_MILLIS = 10;

    private final Path file;
    private volatile long bytes;
    private volatile int cuts;
    private volatile boolean present;

    /** A pipe with a name, with where it is. */
    private volatile Pipe pipe = Pipe.NONE;

    private enum Pipe {
        NONE,
        /** No program writes into it yet. */
        WAITING,
        /** A program writes into it. */
        OPEN,
        /** The writing program has closed it. */
        OVER
    }

    public FollowedFile(Path file) {
        this.file = file;
    }

    @Override
    public void begin(ConsumerLines lines) {
        if (Files.isDirectory(file)) {
            throw new RunFailedException("file " + file + ": a directory, must be a file or a pipe");
        }
        present = Files.exists(file);
        if (present && !Files.isReadable(file)) {
            throw new RunFailedException("file " + file + ": this user may not read it");
        }
        if (present && !Files.isRegularFile(file)) {
            pipe = Pipe.WAITING;
            start("file", lines, () -> {
                // not a channel's stream: that requires a place in the file, which a pipe does not have
                try (InputStream in = new FileInputStream(file.toFile())) {
                    pipe = Pipe.OPEN;
                    readToEnd(lines, in, () -> pipe = Pipe.OVER);
                } // otherwise a program that opens it again would write without a reader
                reportEnd(lines);
            });
            return;
        }
        Following content;
        try {
            content = present ? new Following(Files.size(file)) : null;
        } catch (IOException e) {
            throw new RunFailedException("file " + file + " cannot be read: " + e.getMessage(), e);
        }
        start("file", lines, () -> follow(content, lines));
    }

    private void follow(@Nullable Following opened, ConsumerLines lines) throws IOException {
        while (!Files.exists(file) && opened == null) {
            if (isClosing()) {
                return;
            }
            rest(LOOK_MILLIS);
        }
        present = true;
        try (Following content = opened == null ? new Following(0) : opened) {
            lines.part(content);
        }
    }

    /** The contents of a file and appended data, until the source is closed. */
    private final class Following extends InputStream {
        private static final int TAIL_BYTES = 256;

        /** The current file and its successors, which are kept open as they may be moved again. */
        private final List<FileChannel> files = new ArrayList<>();

        private @Nullable Object newest;
        /** The bytes before the position: if they differ later, the file was truncated and has grown again. */
        private byte[] tail = new byte[0];

        Following(long begin) throws IOException {
            newest = key();
            files.add(FileChannel.open(file));
            files.get(0).position(begin);
            remember(begin);
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
        @Override
        public int read(byte[] buffer, int from, int length) throws IOException {
            while (true) {
                boolean last = isClosing(); // checked first: the data up to then is read
                look();
                boolean isReplaced = files.size() > 1
                        && (last || files.size() > 2 || files.get(1).size() > 0);
                FileChannel channel = files.get(0);
                long at = channel.position();
                int count = channel.read(ByteBuffer.wrap(buffer, from, length));
                boolean isCut = channel.size() < at || !Arrays.equals(tail, bytesAt(at - tail.length, tail.length));
                if (!isCut && count > 0) {
                    bytes += count;
                    remember(at + count);
                    return count;
                }
                if (isCut) {
                    cuts++;
                    channel.position(0);
                } else if (isReplaced) {
                    files.remove(0).close();
                } else if (last) {
                    return -1;
                } else {
                    rest(LOOK_MILLIS);
                    continue;
                }
                boolean isInLine = tail.length > 0 && tail[tail.length - 1] != '\n';
                tail = new byte[0];
                if (isInLine) {
                    buffer[from] = '\n'; // the next data does not continue that line
                    return 1;
                }
            }
        }

        /** Opens a file that has taken the place of the newest one. */
        private void look() throws IOException {
            Object key = key();
            if (key == null || key.equals(newest)) {
                return;
            }
            FileChannel opened = FileChannel.open(file);
            if (key.equals(key())) {
                files.add(opened);
                newest = key;
            } else {
                opened.close(); // it was moved meanwhile
            }
        }

        /** Identifies the file; {@code null} if there is none now. */
        private @Nullable Object key() throws IOException {
            try {
                return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            } catch (NoSuchFileException e) {
                return null;
            }
        }

        private byte[] bytesAt(long position, int length) throws IOException {
            ByteBuffer found = ByteBuffer.allocate(length);
            files.get(0).read(found, position);
            return found.array();
        }

        private void remember(long position) throws IOException {
            int length = (int) Math.min(position, TAIL_BYTES);
            tail = bytesAt(position - length, length);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
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
        return cuts == 0
                ? Optional.empty()
                : Optional.of(file + " was truncated (" + cuts + "x): lines written just before may be missing");
    }

    @Override
    public String name() {
        return file.toString();
    }

    @Override
    protected Optional<String> remarkWhereRead() {
        if (!present) {
            return Optional.of(file + " did not appear during the run");
        }
        if (pipe == Pipe.WAITING) {
            return Optional.of("nothing was written to the pipe " + file + " during the run");
        }
        if (pipe == Pipe.OVER) {
            return Optional.of("the pipe " + file + " ended before the run did: the consumer reports nothing more");
        }
        return bytes == 0 && pipe == Pipe.NONE
                ? Optional.of("nothing was appended to " + file + " during the run; what was in it before is not read")
                : Optional.empty();
    }

    @Override
    public void close() {
        reportClosing();
        if (pipe == Pipe.NONE || pipe == Pipe.OVER) {
            super.close(); // a thread that waits for a pipe cannot be woken, and does not keep the process alive
        }
    }
}
