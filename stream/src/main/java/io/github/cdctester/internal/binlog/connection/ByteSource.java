// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import java.io.IOException;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;

/** Source of the bytes that follow a dump command. */
public final class ByteSource {

    /** Size of the read buffer without TLS. A larger buffer saves no CPU time (docs/dev/adr/0035). */
    public static final int BUFFER_BYTES = 1 << 18;

    /** Size of the read buffer with TLS: four TLS records, on the heap. */
    private static final int RECORDS_BYTES = 1 << 16;

    private final ReadableByteChannel channel;
    private final boolean isEncrypted;

    /** If {@code isEncrypted}, the channel decrypts TLS records. */
    ByteSource(ReadableByteChannel channel, boolean isEncrypted) {
        this.channel = channel;
        this.isEncrypted = isEncrypted;
    }

    /** Returns an empty little-endian buffer in read mode. Without TLS, the kernel writes directly into it. */
    public ByteBuffer newBuffer() {
        loadSignatures();
        ByteBuffer buffer = isEncrypted ? ByteBuffer.allocate(RECORDS_BYTES) : ByteBuffer.allocateDirect(BUFFER_BYTES);
        return buffer.order(ByteOrder.LITTLE_ENDIAN).limit(0);
    }

    /** The buffer must have room. Returns at least 1, or -1 at the end. */
    public int read(ByteBuffer buffer) throws IOException {
        return channel.read(buffer);
    }

    /** Returns true if one read returns all data that have arrived; a pause then makes the next read larger. */
    public boolean readsAllAvailable() {
        return !isEncrypted;
    }

    /**
     * HotSpot does not inline a method if its signature contains an unloaded class. The reader then used 1.5 times as much CPU time
     * (bench/results/drain.md).
     */
    @SuppressWarnings("ReturnValueIgnored") // the call loads the classes; its result is not needed
    private static void loadSignatures() {
        Buffer.class.getDeclaredMethods();
    }
}
