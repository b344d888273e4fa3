// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * A reader that never waits: it reads the available bytes at once. The delay is the arrival of each XID minus the
 * commit time that the server wrote into the GTID event. The argument is {@code SECONDS}.
 */
record LiveReader(Target target) implements Side {

    private static final int MAX_MICROS = 2_000_000;

    @Override
    public String read(String argument) throws IOException {
        long seconds = Long.parseLong(argument);
        int[] histogram = new int[MAX_MICROS + 1];
        long[] times = {0, 0, 0}; // in µs: time of the last read, commit time of the transaction, maximum delay
        EventWalk walk = new EventWalk((buffer, offset, type, length) -> {
            if (type == EventWalk.GTID || type == EventWalk.ANONYMOUS_GTID) {
                times[1] = EventWalk.commitMicros(buffer, offset);
            } else if (type == EventWalk.XID && times[1] != 0) {
                long delay = Math.max(0, times[0] - times[1]);
                histogram[(int) Math.min(delay, MAX_MICROS)]++;
                times[2] = Math.max(times[2], delay);
            }
        });
        long start = System.nanoTime();
        try (Wire wire = Wire.connect(target)) {
            String[] end = wire.row("SHOW BINARY LOG STATUS", 2);
            wire.dump(end[0], Long.parseLong(end[1]), false, 9004);
            ByteBuffer buffer = wire.newBuffer(1 << 20);
            long until = start + seconds * 1_000_000_000L;
            while (System.nanoTime() < until) {
                if (wire.read(buffer) < 0) {
                    throw new EOFException("the server closed the connection");
                }
                times[0] = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
                walk.take(buffer.flip());
                buffer.compact();
            }
        }
        long count = 0;
        for (int bucket : histogram) {
            count += bucket;
        }
        return String.format(
                Locale.ROOT,
                "p50us=%d p99us=%d maxus=%d count=%d seconds=%.3f",
                percentile(histogram, count, 0.5),
                percentile(histogram, count, 0.99),
                times[2],
                count,
                (System.nanoTime() - start) / 1e9);
    }

    private static int percentile(int[] histogram, long count, double share) {
        long left = (long) Math.ceil(count * share);
        for (int micros = 0; micros < histogram.length; micros++) {
            left -= histogram[micros];
            if (left <= 0) {
                return micros;
            }
        }
        return histogram.length;
    }
}
