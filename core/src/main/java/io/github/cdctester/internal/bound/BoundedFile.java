// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.bound;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files that a user names, up to a number of bytes: a pipe or a device such as {@code /dev/zero} has no length to be checked. */
public final class BoundedFile {

    /** Bytes of a file that is kept as objects: an eighth of the heap, 32 MB by default. */
    public static final int PART_OF_HEAP =
            (int) Math.min(1 << 28, Runtime.getRuntime().maxMemory() / 8);

    /** Bytes of a file of settings, a key or a certificate. */
    public static final int SMALL = 4 << 20;

    private BoundedFile() {}

    /** A file is longer than the limit. */
    public static final class TooLongException extends FileSystemException {
        private static final long serialVersionUID = 1;

        private TooLongException(Path file, int most) {
            super(file.toString(), null, "it has more than " + (most >> 10) + " KiB");
        }
    }

    /**
     * Reads all bytes.
     *
     * @throws TooLongException if there are more than {@code most}
     */
    public static byte[] bytes(Path file, int most) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(most);
            if (bytes.length == most && in.read() >= 0) {
                throw new TooLongException(file, most);
            }
            return bytes;
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
        if (text.indexOf('\uFFFD') >= 0) { // a strict decoder takes three times the memory
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        }
        return text;
    }
}
