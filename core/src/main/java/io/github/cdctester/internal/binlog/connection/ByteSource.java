// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import java.io.IOException;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SocketChannel;

/** Source of the bytes that follow a dump command, in reads of any size. */
public interface ByteSource {

    /**
     * Number of bytes that a server sends by default during one pause of the reader. Larger buffers do not stay in the
     * processor's cache (docs/dev/adr/0035).
     */
    int BUFFER_BYTES = 1 << 18;

    /** Creates an empty little-endian buffer in read mode, of a size that suits this source. */
    ByteBuffer newBuffer();

    /** Reads bytes into the buffer. Returns their number, at least 1, or -1 at the end. */
    int read(ByteBuffer buffer) throws IOException;

    /** Returns true if one read returns all data that have arrived, so that a pause makes the next read larger. */
    boolean readsAllAvailable();

    /**
     * Loads the classes that appear in the signatures of a buffer's methods. HotSpot does not inline a method if its signature
     * contains an unloaded class. Without this method, each {@code getLong} remained four calls if the reader was compiled first.
     * The reader then used 1.5 times as much CPU time (bench/results/drain.md).
     */
    @SuppressWarnings("ReturnValueIgnored") // the call loads the classes; its result is not needed
    private static void loadSignatures() {
        Buffer.class.getDeclaredMethods();
    }

    /** Without TLS: reads from the kernel directly into a direct buffer. */
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
        public boolean readsAllAvailable() {
            return true;
        }
    }

    /** With TLS: reads decrypted records into a heap buffer. */
    final class Tls implements ByteSource {

        /** Size of a few TLS records. Each stream allocates this buffer on the heap. */
        static final int RECORDS_BYTES = 1 << 16;

        private final ReadableByteChannel channel;

        Tls(ReadableByteChannel channel) {
            this.channel = channel;
        }

        @Override
        public ByteBuffer newBuffer() {
            loadSignatures();
            return ByteBuffer.allocate(RECORDS_BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .limit(0);
        }

        @Override
        public int read(ByteBuffer buffer) throws IOException {
            return channel.read(buffer);
        }

        @Override
        public boolean readsAllAvailable() {
            return false;
        }
    }
}
