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

    private static final int MAX_LINE_BYTES = 8_192;

    private final Predicate<String> isReadyLine;
    private final BooleanSupplier isReady;
    private byte[] pendingLine = new byte[0];
    private int pendingOffset;

    ReadyLineFilter(InputStream in, Predicate<String> isReadyLine, BooleanSupplier isReady) {
        super(new BufferedInputStream(in));
        this.isReadyLine = isReadyLine;
        this.isReady = isReady;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        while (pendingOffset == pendingLine.length && !isReady.getAsBoolean()) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            int nextByte = in.read();
            while (nextByte >= 0 && nextByte != '\n' && line.size() < MAX_LINE_BYTES) {
                line.write(nextByte);
                nextByte = in.read();
            }
            if (nextByte < 0 && line.size() == 0) {
                return -1;
            }
            if (!isReadyLine.test(line.toString(StandardCharsets.UTF_8))) {
                if (nextByte >= 0) {
                    line.write(nextByte);
                }
                pendingLine = line.toByteArray();
                pendingOffset = 0;
            }
        }
        if (pendingOffset == pendingLine.length) {
            return in.read(buffer, offset, length);
        }
        int count = Math.min(length, pendingLine.length - pendingOffset);
        System.arraycopy(pendingLine, pendingOffset, buffer, offset, count);
        pendingOffset += count;
        return count;
    }

    @Override
    public int available() throws IOException {
        return pendingLine.length - pendingOffset + in.available();
    }
}
