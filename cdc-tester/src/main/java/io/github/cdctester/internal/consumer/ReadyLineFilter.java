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

/** A program's output without the line that reports readiness, because this line is not a change. */
final class ReadyLineFilter extends FilterInputStream {

    private static final int MAX_BYTES = 8_192;

    private final Predicate<String> matches;
    private final BooleanSupplier isReady;
    private byte[] pending = new byte[0];
    private int from;

    ReadyLineFilter(InputStream in, Predicate<String> matches, BooleanSupplier isReady) {
        super(new BufferedInputStream(in));
        this.matches = matches;
        this.isReady = isReady;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        while (from == pending.length && !isReady.getAsBoolean()) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            int next = in.read();
            while (next >= 0 && next != '\n' && line.size() < MAX_BYTES) {
                line.write(next);
                next = in.read();
            }
            if (next < 0 && line.size() == 0) {
                return -1;
            }
            if (!matches.test(line.toString(StandardCharsets.UTF_8))) {
                if (next >= 0) {
                    line.write(next);
                }
                pending = line.toByteArray();
                from = 0;
            }
        }
        if (from == pending.length) {
            return in.read(buffer, offset, length);
        }
        int count = Math.min(length, pending.length - from);
        System.arraycopy(pending, from, buffer, offset, count);
        from += count;
        return count;
    }

    @Override
    public int available() throws IOException {
        return pending.length - from + in.available();
    }
}
