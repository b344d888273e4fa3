// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A simple loop over the event headers. It also reports the expected totals, which the other sides must match. */
record Walk(Target target) implements Side {

    @Override
    public String read(String argument) throws IOException {
        long start = System.nanoTime();
        long[] sums = new long[3];
        EventWalk walk = new EventWalk((buffer, offset, type, length) -> {
            if (EventWalk.isOfLog(buffer, offset)) {
                sums[0] += length;
                sums[1]++;
                sums[2] += type == EventWalk.XID ? 1 : 0;
            }
        });
        try (Wire wire = Wire.connect(target)) {
            wire.dump(target.file(), 4, true, 9002);
            ByteBuffer buffer = wire.newBuffer(1 << 20);
            while (!walk.hasEnded()) {
                if (wire.read(buffer) < 0) {
                    throw new EOFException("the dump has no end");
                }
                walk.take(buffer.flip());
                buffer.compact();
            }
        }
        return Sides.line(start, sums[0]) + " events=" + sums[1] + " xids=" + sums[2] + " wire=" + walk.wireBytes;
    }
}
