// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.program;

import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary file with a program's output. */
record ProgramOutput(Path file) implements AutoCloseable {

    /** Only these last bytes are searched for the last line. */
    private static final int TAIL_BYTES = 8_192;

    private static final int MAX_LINE_LENGTH = 300;

    static ProgramOutput create() throws IOException {
        return new ProgramOutput(Files.createTempFile("cdc-tester-program", ".txt"));
    }

    String lastLine() {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            channel.position(Math.max(0, channel.size() - TAIL_BYTES));
            ByteBuffer tail = ByteBuffer.allocate(TAIL_BYTES);
            int readBytes = 0;
            while (readBytes >= 0 && tail.hasRemaining()) {
                readBytes = channel.read(tail);
            }
            String lastLine = new String(tail.array(), 0, tail.position(), Charset.defaultCharset())
                    .lines()
                    .filter(line -> !line.isBlank())
                    .reduce("", (previous, line) -> line)
                    .strip();
            return lastLine.length() > MAX_LINE_LENGTH ? lastLine.substring(0, MAX_LINE_LENGTH) + "…" : lastLine;
        } catch (IOException e) {
            return "its output cannot be read (" + e.getMessage() + ")";
        }
    }

    String head(int maxBytes) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(maxBytes), Charset.defaultCharset());
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new RunFailedException("the output of a program could not be removed: " + file, e);
        }
    }
}
