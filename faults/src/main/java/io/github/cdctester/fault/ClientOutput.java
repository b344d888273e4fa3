// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** Sends bytes to one end of a connection under the proxy's {@link Conditions}, until the lifetime of the connection ends. */
final class ClientOutput extends OutputStream {

    private static final int PIECE_BYTES = 1 << 14;

    /** Signals that the lifetime of the connection has ended. */
    static final class LifetimeOver extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private final OutputStream out;
    private final Conditions conditions;
    private final BooleanSupplier isDump;
    private final LongAdder sent;
    private long left;
    private long freeNanos;

    ClientOutput(OutputStream out, Conditions conditions, BooleanSupplier isDump, long bytes, LongAdder sent) {
        this.out = out;
        this.conditions = conditions;
        this.isDump = isDump;
        this.sent = sent;
        left = bytes;
    }

    @Override
    public void write(int next) throws IOException {
        write(new byte[] {(byte) next}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        int position = from;
        while (position < from + count) {
            int piece = (int) Math.min(Math.min(from + count - position, PIECE_BYTES), left);
            conditions.awaitPassage(isDump.getAsBoolean());
            out.write(bytes, position, piece);
            position += piece;
            left -= piece;
            sent.add(piece);
            freeNanos = conditions.awaitSent(piece, freeNanos);
            if (left == 0) {
                throw new LifetimeOver();
            }
        }
    }
}
