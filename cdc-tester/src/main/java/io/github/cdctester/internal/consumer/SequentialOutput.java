// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The concatenated outputs of a program that is started several times in succession. Holds back an incomplete line until its end
 * arrives. Drops the line if the program was killed while it wrote the line.
 */
final class SequentialOutput extends InputStream {

    private static final int READ_BYTES = 1 << 16;

    /** Maximum number of bytes to hold back of an incomplete line. A longer line is passed on at once. */
    private static final int MAX_INCOMPLETE_BYTES = 1 << 20;

    private final Supplier<@Nullable InputStream> outputs;
    private final BooleanSupplier wasKilled;
    private final byte[] buffer = new byte[READ_BYTES];
    private final ByteArrayOutputStream incompleteLine = new ByteArrayOutputStream();
    private @Nullable InputStream current;
    private byte[] lines = new byte[0];
    private int from;
    private int to;
    private boolean isExhausted;

    /** True if the last byte that was passed on belongs to a line without its end, because the line was too long. */
    private boolean isMidLine;

    /**
     * @param outputs waits for the next start of the program and returns its output; {@code null} if no start follows
     * @param wasKilled returns true if the program was killed; called each time its output has ended
     */
    SequentialOutput(Supplier<@Nullable InputStream> outputs, BooleanSupplier wasKilled) {
        this.outputs = outputs;
        this.wasKilled = wasKilled;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (from == to && !isExhausted) {
            fill();
        }
        if (from == to) {
            return -1;
        }
        int count = Math.min(length, to - from);
        System.arraycopy(lines, from, bytes, offset, count);
        from += count;
        return count;
    }

    private void fill() throws IOException {
        InputStream in = current;
        if (in == null) {
            current = outputs.get();
            isExhausted = current == null;
            return;
        }
        int count = in.read(buffer);
        if (count < 0) {
            current = null;
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
        int end = count;
        while (end > 0 && buffer[end - 1] != '\n') {
            end--;
        }
        if (end == 0 && incompleteLine.size() + count <= MAX_INCOMPLETE_BYTES) {
            incompleteLine.write(buffer, 0, count);
            return;
        }
        end = end == 0 ? count : end;
        if (incompleteLine.size() == 0) {
            passOn(buffer, end);
        } else {
            incompleteLine.write(buffer, 0, end);
            passOn(incompleteLine.toByteArray(), incompleteLine.size());
            incompleteLine.reset();
        }
        incompleteLine.write(buffer, end, count - end);
    }

    private void passOn(byte[] complete, int count) {
        lines = complete;
        from = 0;
        to = count;
        isMidLine = count > 0 && complete[count - 1] != '\n';
    }

    @Override
    public int read() throws IOException {
        byte[] single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
    }

    @Override
    public int available() throws IOException {
        InputStream in = current;
        return to - from + (in == null ? 0 : in.available());
    }
}
