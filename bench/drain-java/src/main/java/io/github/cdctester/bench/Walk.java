// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A simple loop over the event headers. It also reports the totals that the other readers must match. */
record Walk(Target target) implements Side {

    @Override
    public String read(String argument) throws IOException {
        long start = System.nanoTime();
        Totals totals = new Totals();
        EventWalk walk = new EventWalk((buffer, offset, type, length) -> {
            if (EventWalk.isOfLog(buffer, offset)) {
                totals.bytes += length;
                totals.events++;
                totals.xids += type == EventWalk.XID ? 1 : 0;
            }
        });
        try (Wire wire = Wire.connect(target)) {
            wire.dump(target.file(), 4, true, 9002);
            ByteBuffer buffer = wire.newBuffer(1 << 20);
            while (!walk.hasEnded()) {
                if (wire.read(buffer) < 0) {
                    throw new EOFException("the server closed the connection before the end of the dump");
                }
                walk.take(buffer.flip());
                buffer.compact();
            }
        }
        return Sides.line(start, totals.bytes) + " events=" + totals.events + " xids=" + totals.xids + " wire="
                + walk.wireBytes;
    }

    private static final class Totals {
        long bytes;
        long events;
        long xids;
    }
}
