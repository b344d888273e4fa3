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

/** An output without the line that reports that its program is ready; that line is no change. */
final class ReadyLine extends FilterInputStream {

    private static final int MAX_BYTES = 8_192;

    private final Predicate<String> matches;
    private final BooleanSupplier isReady;
    private byte[] held = new byte[0];
    private int from;

    ReadyLine(InputStream in, Predicate<String> matches, BooleanSupplier isReady) {
        super(new BufferedInputStream(in));
        this.matches = matches;
        this.isReady = isReady;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        while (from == held.length && !isReady.getAsBoolean()) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            int one = in.read();
            while (one >= 0 && one != '\n' && line.size() < MAX_BYTES) {
                line.write(one);
                one = in.read();
            }
            if (one < 0 && line.size() == 0) {
                return -1;
            }
            if (!matches.test(line.toString(StandardCharsets.UTF_8))) {
                if (one >= 0) {
                    line.write(one);
                }
                held = line.toByteArray();
                from = 0;
            }
        }
        if (from == held.length) {
            return in.read(buffer, offset, length);
        }
        int count = Math.min(length, held.length - from);
        System.arraycopy(held, from, buffer, offset, count);
        from += count;
        return count;
    }

    @Override
    public int available() throws IOException {
        return held.length - from + in.available();
    }
}
