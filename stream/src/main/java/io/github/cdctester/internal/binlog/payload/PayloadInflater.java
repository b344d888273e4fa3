// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.payload;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Inflates zstd frames, or copies uncompressed payloads, through small buffers. */
final class PayloadInflater implements AutoCloseable {

    /** The most that zstd writes at once, plus an incomplete event from the previous piece. */
    private static final int WINDOW_BYTES = 128 * 1024 + EventFramer.PREFIX_BYTES + EventFramer.HEADER_BYTES;

    private static final int PACKED_BYTES = 64 * 1024;

    interface Target {
        /** May leave fewer than {@link EventFramer#PREFIX_BYTES} bytes unprocessed. */
        void consume(ByteBuffer window) throws StreamProtocolException;
    }

    private final Target target;
    private final ZstdDecompressCtx zstd;
    private final ByteBuffer packedBytes = ByteBuffer.allocateDirect(PACKED_BYTES);
    private final ByteBuffer window = ByteBuffer.allocateDirect(WINDOW_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private boolean isFrameEnded;
    private long inflatedBytes;
    private long maxInflatedBytes;

    /**
     * Loads zstd on first use.
     *
     * @throws RunFailedException if its native library cannot be loaded
     */
    PayloadInflater(Target target) {
        this.target = target;
        try {
            zstd = new ZstdDecompressCtx();
        } catch (LinkageError e) {
            throw new RunFailedException(
                    "cannot load zstd's native library to inflate compressed transactions: " + e.getMessage()
                            + "; it is unpacked into java.io.tmpdir, or into the system property ZstdTempFolder",
                    e);
        }
    }

    void start(long limit) {
        zstd.reset();
        window.clear();
        isFrameEnded = true;
        inflatedBytes = 0;
        maxInflatedBytes = limit;
    }

    void copy(ByteBuffer buffer, int index, int count) throws StreamProtocolException {
        for (int i = 0; i < count; ) {
            int copiedBytes = Math.min(count - i, window.remaining());
            window.put(window.position(), buffer, index + i, copiedBytes).position(window.position() + copiedBytes);
            i += copiedBytes;
            passToTarget(copiedBytes);
        }
    }

    void inflate(ByteBuffer buffer, int index, int count) throws StreamProtocolException {
        for (int i = 0; i < count; ) {
            int copiedBytes = Math.min(count - i, PACKED_BYTES);
            packedBytes.clear().put(0, buffer, index + i, copiedBytes).limit(copiedBytes);
            i += copiedBytes;
            inflatePacked();
        }
    }

    long inflatedBytes() {
        return inflatedBytes;
    }

    /** Returns the number of inflated bytes that the target has not processed. */
    int unprocessedBytes() {
        return window.position();
    }

    boolean isFrameEnded() {
        return isFrameEnded;
    }

    @Override
    public void close() {
        zstd.close();
    }

    private void inflatePacked() throws StreamProtocolException {
        boolean isWindowFull;
        do {
            int windowPosition = window.position();
            int packedPosition = packedBytes.position();
            try {
                isFrameEnded = zstd.decompressDirectByteBufferStream(window, packedBytes);
            } catch (ZstdException e) {
                throw new StreamProtocolException("a payload that cannot be inflated: " + e.getMessage());
            }
            int count = window.position() - windowPosition;
            if (count == 0 && packedBytes.position() == packedPosition && packedBytes.hasRemaining()) {
                throw new StreamProtocolException("a payload that cannot be inflated: zstd makes no progress");
            }
            isWindowFull = !window.hasRemaining();
            passToTarget(count);
        } while (packedBytes.hasRemaining() || isWindowFull && !isFrameEnded);
    }

    private void passToTarget(int count) throws StreamProtocolException {
        inflatedBytes += count;
        if (inflatedBytes > maxInflatedBytes) {
            throw new StreamProtocolException("a payload of more than the stated " + maxInflatedBytes + " bytes");
        }
        window.flip();
        target.consume(window);
        window.compact();
    }
}
