// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import java.io.IOException;
import java.io.InputStream;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

/** Source of the bytes after the dump command, in reads of any size. */
public interface ByteSource {

    /** The bytes that a server sends by default in a pause of the reader; larger ones do not stay in a processor's cache (docs/dev/adr/0035). */
    int BUFFER_BYTES = 1 << 18;

    /** A buffer that suits the source: little-endian, in read mode and empty. */
    ByteBuffer newBuffer();

    /** The number of bytes, at least 1, or -1 at the end. */
    int read(ByteBuffer buffer) throws IOException;

    /** Returns true if a read takes all that has arrived, so that a pause after it makes the next one larger. */
    boolean takesAll();

    /**
     * Loads the classes that the signatures of a buffer's methods name. HotSpot inlines no method whose signature names a class
     * that is not loaded, and loads these only once it compiles such a method by itself: where it compiled the reader first, each
     * {@code getLong} stayed four calls, and the reader took half as much CPU again (bench/results/drain.md).
     */
    @SuppressWarnings("ReturnValueIgnored") // asking is enough
    private static void loadSignatures() {
        Buffer.class.getDeclaredMethods();
    }

    /** Without TLS: straight from the kernel into a direct buffer. */
    record Plain(SocketChannel channel) implements ByteSource {
        @Override
        public ByteBuffer newBuffer() {
            loadSignatures();
            return ByteBuffer.allocateDirect(BUFFER_BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .limit(0);
        }

        @Override
        public int read(ByteBuffer buffer) throws IOException {
            return channel.read(buffer);
        }

        @Override
        public boolean takesAll() {
            return true;
        }
    }

    /** With TLS: whole records into a heap buffer. */
    final class Tls implements ByteSource {

        /** A few records: a read brings one, and this is heap, once for each stream. */
        static final int RECORDS_BYTES = 1 << 16;

        private final InputStream stream;
        private final byte[] bytes = new byte[RECORDS_BYTES];

        Tls(InputStream stream) {
            this.stream = stream;
        }

        @Override
        public ByteBuffer newBuffer() {
            loadSignatures();
            return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).limit(0);
        }

        @Override
        public int read(ByteBuffer buffer) throws IOException {
            // one record of 16 KiB at most
            int read = stream.read(bytes, buffer.position(), buffer.remaining());
            if (read > 0) {
                buffer.position(buffer.position() + read);
            }
            return read;
        }

        @Override
        public boolean takesAll() {
            return false;
        }
    }
}
