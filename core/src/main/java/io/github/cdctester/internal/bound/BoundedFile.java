// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.bound;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a user's files up to a maximum number of bytes. Pipes and devices such as {@code /dev/zero} have no length that could be
 * checked in advance.
 */
public final class BoundedFile {

    /** For a file that is parsed into objects: an eighth of the heap, at most 256 MiB. */
    public static final int MAX_OBJECT_FILE_BYTES =
            (int) Math.min(1 << 28, Runtime.getRuntime().maxMemory() / 8);

    /** Limit in bytes for a file with settings, a key or certificates. */
    public static final int MAX_SMALL_FILE_BYTES = 4 << 20;

    private BoundedFile() {}

    public static final class TooLongException extends FileSystemException {
        private static final long serialVersionUID = 1;

        private TooLongException(Path file, int maxBytes) {
            super(file.toString(), null, "it has more than " + (maxBytes >> 10) + " KiB");
        }
    }

    /** @throws TooLongException if the file has more than {@code maxBytes} bytes */
    public static byte[] bytes(Path file, int maxBytes) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(maxBytes);
            if (bytes.length == maxBytes && in.read() >= 0) {
                throw new TooLongException(file, maxBytes);
            }
            return bytes;
        }
    }

    /**
     * @throws TooLongException if the file has more than {@code maxBytes} bytes
     * @throws java.nio.charset.CharacterCodingException if the file is not UTF-8
     */
    public static String text(Path file, int maxBytes) throws IOException {
        byte[] bytes = bytes(file, maxBytes);
        String text = new String(bytes, StandardCharsets.UTF_8);
        // may be invalid: the strict decoder needs three times as much memory
        if (text.indexOf('\uFFFD') >= 0) {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        }
        return text;
    }
}
