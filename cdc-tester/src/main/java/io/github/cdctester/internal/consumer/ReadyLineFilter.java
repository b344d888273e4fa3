// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Removes the line that reports readiness from a program's output, because this line is not a change. */
final class ReadyLineFilter extends FilterInputStream {

    private static final int MAX_BYTES = 8_192;

    private final Predicate<String> isReadyLine;
    private final BooleanSupplier isReady;
    private byte[] pending = new byte[0];
    private int pendingOffset;

    ReadyLineFilter(InputStream in, Predicate<String> isReadyLine, BooleanSupplier isReady) {
        super(new BufferedInputStream(in));
        this.isReadyLine = isReadyLine;
        this.isReady = isReady;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        while (pendingOffset == pending.length && !isReady.getAsBoolean()) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            int next = in.read();
            while (next >= 0 && next != '\n' && line.size() < MAX_BYTES) {
                line.write(next);
                next = in.read();
            }
            if (next < 0 && line.size() == 0) {
                return -1;
            }
            if (!isReadyLine.test(line.toString(StandardCharsets.UTF_8))) {
                if (next >= 0) {
                    line.write(next);
                }
                pending = line.toByteArray();
                pendingOffset = 0;
            }
        }
        if (pendingOffset == pending.length) {
            return in.read(buffer, offset, length);
        }
        int count = Math.min(length, pending.length - pendingOffset);
        System.arraycopy(pending, pendingOffset, buffer, offset, count);
        pendingOffset += count;
        return count;
    }

    @Override
    public int available() throws IOException {
        return pending.length - pendingOffset + in.available();
    }
}
