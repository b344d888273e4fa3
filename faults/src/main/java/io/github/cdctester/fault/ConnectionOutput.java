// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** Sends bytes under the proxy's {@link Conditions}, until the lifetime of the connection ends. */
final class ConnectionOutput extends OutputStream {

    private static final int PIECE_BYTES = 1 << 14;

    static final class LifetimeOver extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private final OutputStream out;
    private final Conditions conditions;
    private final BooleanSupplier isDump;
    private final LongAdder sentBytes;
    private long remainingBytes;
    private long previousEndNanos;

    ConnectionOutput(
            OutputStream out, Conditions conditions, BooleanSupplier isDump, long lifetimeBytes, LongAdder sentBytes) {
        this.out = out;
        this.conditions = conditions;
        this.isDump = isDump;
        this.sentBytes = sentBytes;
        remainingBytes = lifetimeBytes;
    }

    @Override
    public void write(int next) throws IOException {
        write(new byte[] {(byte) next}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        int position = from;
        while (position < from + count) {
            int pieceBytes = (int) Math.min(Math.min(from + count - position, PIECE_BYTES), remainingBytes);
            conditions.awaitPassage(isDump.getAsBoolean());
            out.write(bytes, position, pieceBytes);
            position += pieceBytes;
            remainingBytes -= pieceBytes;
            sentBytes.add(pieceBytes);
            previousEndNanos = conditions.awaitSent(pieceBytes, previousEndNanos);
            if (remainingBytes == 0) {
                throw new LifetimeOver();
            }
        }
    }
}
