// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The concatenated outputs of a program that is started several times in succession. Holds back an incomplete line until its end arrives,
 * and drops it if the program was killed.
 */
final class SequentialOutput extends InputStream {

    private static final int READ_BYTES = 1 << 16;

    /** A longer line is passed on before its end arrives. */
    private static final int MAX_INCOMPLETE_BYTES = 1 << 20;

    private final Supplier<@Nullable InputStream> outputs;
    private final BooleanSupplier wasKilled;
    private final byte[] buffer = new byte[READ_BYTES];
    private final ByteArrayOutputStream incompleteLine = new ByteArrayOutputStream();
    private @Nullable InputStream currentOutput;
    private byte[] lines = new byte[0];
    private int linesStart;
    private int linesEnd;
    private boolean isExhausted;

    /** True if the bytes passed on end in the middle of a long line. */
    private boolean isMidLine;

    /** @param wasKilled returns true if the program was killed; called if its output ends within a line */
    SequentialOutput(Supplier<@Nullable InputStream> outputs, BooleanSupplier wasKilled) {
        this.outputs = outputs;
        this.wasKilled = wasKilled;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (linesStart == linesEnd && !isExhausted) {
            fill();
        }
        if (linesStart == linesEnd) {
            return -1;
        }
        int count = Math.min(length, linesEnd - linesStart);
        System.arraycopy(lines, linesStart, bytes, offset, count);
        linesStart += count;
        return count;
    }

    private void fill() throws IOException {
        InputStream in = currentOutput;
        if (in == null) {
            currentOutput = outputs.get();
            isExhausted = currentOutput == null;
            return;
        }
        int count = in.read(buffer);
        if (count < 0) {
            currentOutput = null;
            if (incompleteLine.size() > 0 && wasKilled.getAsBoolean()) {
                incompleteLine.reset();
            }
            if (incompleteLine.size() > 0 || isMidLine) {
                incompleteLine.write('\n'); // the output of the next start must not continue this line
                passOn(incompleteLine.toByteArray(), incompleteLine.size());
            }
            incompleteLine.reset();
            return;
        }
        int completeBytes = count;
        while (completeBytes > 0 && buffer[completeBytes - 1] != '\n') {
            completeBytes--;
        }
        if (completeBytes == 0 && incompleteLine.size() + count <= MAX_INCOMPLETE_BYTES) {
            incompleteLine.write(buffer, 0, count);
            return;
        }
        completeBytes = completeBytes == 0 ? count : completeBytes;
        if (incompleteLine.size() == 0) {
            passOn(buffer, completeBytes);
        } else {
            incompleteLine.write(buffer, 0, completeBytes);
            passOn(incompleteLine.toByteArray(), incompleteLine.size());
            incompleteLine.reset();
        }
        incompleteLine.write(buffer, completeBytes, count - completeBytes);
    }

    private void passOn(byte[] bytes, int count) {
        lines = bytes;
        linesStart = 0;
        linesEnd = count;
        isMidLine = count > 0 && bytes[count - 1] != '\n';
    }

    @Override
    public int read() throws IOException {
        byte[] oneByte = new byte[1];
        return read(oneByte, 0, 1) < 0 ? -1 : oneByte[0] & 0xFF;
    }

    @Override
    public int available() throws IOException {
        InputStream in = currentOutput;
        return linesEnd - linesStart + (in == null ? 0 : in.available());
    }
}
