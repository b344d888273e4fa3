// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * Records the packets of the start of a log file, without the artificial ROTATE of the dump:
 * {@code Recorder port=N to=FILE max=BYTES}. Ends after the last complete transaction, and prints the totals.
 */
public final class Recorder {

    private Recorder() {}

    public static void main(String... arguments) throws IOException {
        Map<String, String> options = Target.options(arguments);
        Target target = Target.of(arguments);
        long max = Long.parseLong(options.get("max"));
        // {wire bytes, log bytes, events}: of all events so far, and up to the last complete transaction
        long[] sums = new long[3];
        long[] complete = new long[3];
        long[] first = {0};
        EventWalk[] walk = new EventWalk[1];
        walk[0] = new EventWalk((buffer, offset, type, length) -> {
            boolean ofLog = EventWalk.isOfLog(buffer, offset);
            long packet = length + 5; // each recorded event fits into one packet
            if (ofLog) {
                sums[0] += packet;
                sums[1] += length;
                sums[2]++;
            } else if (sums[0] == 0) {
                first[0] += packet;
            } else {
                throw new IllegalStateException("record one file only");
            }
            if (type == EventWalk.XID && sums[0] <= max) {
                System.arraycopy(sums, 0, complete, 0, 3);
            }
        });
        try (Wire wire = Wire.connect(target);
                FileChannel to = FileChannel.open(
                        Path.of(options.get("to")), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            wire.dump(target.file(), 4, true, 9007);
            ByteBuffer buffer = wire.newBuffer(1 << 20);
            ByteBuffer copy = buffer.duplicate();
            while (!walk[0].hasEnded() && sums[0] <= max) {
                int kept = buffer.position();
                if (wire.read(buffer) < 0) {
                    throw new EOFException("the dump has no end");
                }
                copy.limit(buffer.position()).position(kept);
                while (copy.hasRemaining()) {
                    to.write(copy);
                }
                try {
                    walk[0].take(buffer.flip());
                } catch (IllegalStateException e) {
                    break; // the next log file has started: only complete transactions of the first are recorded
                }
                buffer.compact();
            }
        }
        System.out.printf("skip=%d wire=%d bytes=%d events=%d%n", first[0], complete[0], complete[1], complete[2]);
    }
}
