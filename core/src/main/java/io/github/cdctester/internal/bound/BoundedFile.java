// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.bound;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads files that a user names. Limits apply to the bytes that are read, as a pipe or a device such as {@code /dev/zero} has no length.
 * A longer file is refused with a {@link TooLongException}, whose reason names the limit.
 */
public final class BoundedFile {

    /** Bytes of a file that is kept as objects: an eighth of the heap, 32 MB by default. */
    public static final int PART_OF_HEAP =
            (int) Math.min(1 << 28, Runtime.getRuntime().maxMemory() / 8);

    /** Bytes of a file of settings, a key or a certificate. */
    public static final int SMALL = 4 << 20;

    private static final char REPLACEMENT = '\uFFFD';

    /** Says that a file has more bytes than are read. */
    public static final class TooLongException extends FileSystemException {
        private static final long serialVersionUID = 1;

        private TooLongException(Path file, int most) {
            super(file.toString(), null, "it has more than " + (most >> 10) + " KiB");
        }
    }

    private BoundedFile() {}

    /** Reads all bytes. */
    public static byte[] bytes(Path file, int most) throws IOException {
        try (InputStream in = open(file, most)) {
            return in.readAllBytes();
        }
    }

    /**
     * Reads a text.
     *
     * @throws java.nio.charset.CharacterCodingException if it is not UTF-8
     */
    public static String text(Path file, int most) throws IOException {
        byte[] bytes = bytes(file, most);
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) { // a strict decoder takes three times the memory
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        }
        return text;
    }

    /** Opens a file, of which no more than {@code most} bytes can be read. */
    public static InputStream open(Path file, int most) throws IOException {
        return new FilterInputStream(Files.newInputStream(file)) {
            private int left = most;

            @Override
            public int read() throws IOException {
                return counted(super.read(), 1);
            }

            @Override
            public int read(byte[] into, int at, int count) throws IOException {
                int read = super.read(into, at, count);
                return counted(read, read);
            }

            @Override
            public byte[] readAllBytes() throws IOException {
                byte[] all = in.readNBytes(most);
                if (all.length == most) {
                    counted(in.read(), most + 1);
                }
                return all;
            }

            private int counted(int result, int bytes) throws IOException {
                left -= result < 0 ? 0 : bytes;
                if (left < 0) {
                    throw new TooLongException(file, most);
                }
                return result;
            }
        };
    }
}
