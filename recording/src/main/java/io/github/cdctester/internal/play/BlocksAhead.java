// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.payload.ZstdBlocks;
import io.github.cdctester.internal.time.Threads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Exchanger;
import org.jspecify.annotations.Nullable;

/** Reads the blocks of a recording in order. A separate thread unpacks the next block while the current block is sent. Not thread-safe. */
final class BlocksAhead implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** One buffer is filled while the other is sent. */
    private static final class UnpackedBlock {
        private final byte[] bytes = new byte[Recorder.BLOCK_BYTES];
        private boolean isValid;
        private @Nullable Throwable failure;
    }

    interface Unpacker {
        boolean unpack(LogBlock block, byte[] packed, byte[] unpacked, ZstdBlocks zstd) throws IOException;
    }

    private final Exchanger<UnpackedBlock> exchanger = new Exchanger<>();
    private final Thread thread;
    private final UnpackedBlock nextBlock = new UnpackedBlock();
    private final byte[] packed = new byte[Recorder.PACKED_BYTES];
    private UnpackedBlock current = new UnpackedBlock();

    BlocksAhead(List<LogBlock> blocks, Unpacker unpacker) {
        String name = Thread.currentThread().getName() + "-unpack";
        thread = new Thread(() -> unpack(blocks, unpacker), name);
        thread.setDaemon(true);
        thread.start();
    }

    private void unpack(List<LogBlock> blocks, Unpacker unpacker) {
        try {
            UnpackedBlock next = nextBlock;
            try (ZstdBlocks zstd = new ZstdBlocks()) {
                for (LogBlock block : blocks) {
                    next.isValid = unpacker.unpack(block, packed, next.bytes, zstd);
                    next = exchanger.exchange(next);
                }
            } catch (IOException | RuntimeException | Error e) { // next() would wait forever without an answer
                next.failure = e;
                exchanger.exchange(next);
            }
        } catch (InterruptedException e) {
            return; // the dump has ended
        }
    }

    /** Valid until the next call; {@code null} if the block is damaged. */
    byte @Nullable [] next() throws IOException {
        try {
            current = exchanger.exchange(current);
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
        if (current.failure != null) {
            throw new IOException("reading the recording failed: " + current.failure.getMessage(), current.failure);
        }
        return current.isValid ? current.bytes : null;
    }

    @Override
    public void close() {
        thread.interrupt();
        Threads.await(thread, TIMEOUT);
    }
}
