// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.source;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.failure.RunFailedException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file that the consumer appends to, followed from the end that it has at first: what is in it already is about changes of
 * before. One that is not there yet is waited for; one that becomes shorter is read from its beginning. A pipe with a name is
 * read to its end.
 */
public final class FollowedFile extends ReadingSource {

    private static final long LOOK_MILLIS = 10;

    private final Path file;
    private volatile long bytes;
    private volatile boolean present;

    /** A pipe with a name, with where it is. */
    private volatile Pipe pipe = Pipe.NONE;

    private enum Pipe {
        /** It is a file. */
        NONE,
        /** Nobody writes into it yet. */
        WAITING,
        /** Somebody does. */
        OPEN,
        /** Whoever did has closed it. */
        OVER
    }

    /** Creates it. */
    public FollowedFile(Path file) {
        this.file = file;
    }

    @Override
    public void begin(ConsumerLines lines) {
        if (Files.isDirectory(file)) {
            throw new RunFailedException("--from-file: " + file + ": a directory, must be a file or a pipe");
        }
        present = Files.exists(file);
        if (present && !Files.isReadable(file)) {
            throw new RunFailedException("--from-file: this user may not read " + file);
        }
        if (present && !Files.isRegularFile(file)) {
            pipe = Pipe.WAITING;
            start("file", () -> {
                // not a channel's stream: that asks for a place in the file, which a pipe has not
                try (InputStream in = new FileInputStream(file.toFile())) {
                    pipe = Pipe.OPEN;
                    readToEnd(lines, in, () -> pipe = Pipe.OVER);
                } // or who opens it again would write to nobody
                sayEnded(lines);
            });
            return;
        }
        long begin;
        try {
            begin = present ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new RunFailedException("--from-file: " + file + " cannot be read: " + e.getMessage(), e);
        }
        start("file", () -> follow(begin, lines));
    }

    private void follow(long begin, ConsumerLines lines) throws IOException {
        while (!Files.exists(file)) {
            if (isClosing()) {
                return;
            }
            rest(LOOK_MILLIS);
        }
        present = true;
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            channel.position(begin);
            lines.part(new Following(channel));
        }
    }

    /** A file's content and what is appended, until the source is closed. */
    private final class Following extends InputStream {
        private final SeekableByteChannel channel;

        Following(SeekableByteChannel channel) {
            this.channel = channel;
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
        @Override
        public int read(byte[] buffer, int from, int length) throws IOException {
            while (true) {
                boolean last = isClosing(); // asked first: what was there then is read
                int count = channel.read(ByteBuffer.wrap(buffer, from, length));
                if (count > 0) {
                    bytes += count;
                    return count;
                }
                if (channel.size() < channel.position()) {
                    channel.position(0);
                } else if (last) {
                    return -1;
                } else {
                    rest(LOOK_MILLIS);
                }
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int available() throws IOException {
            return (int) Math.min(Integer.MAX_VALUE, Math.max(0, channel.size() - channel.position()));
        }
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
        tellClosing();
        if (pipe == Pipe.NONE || pipe == Pipe.OVER) {
            super.close(); // a thread that waits for a pipe cannot be woken, and does not keep the process alive
        }
    }
}
