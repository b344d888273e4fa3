// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.bound;

import io.github.cdctester.internal.time.NanoClock;
import java.util.function.Consumer;

/** Limits log lines that any peer can cause: ten lines per ten seconds, then the number of omitted lines. Thread-safe. */
public final class LimitedLines implements Consumer<String> {

    private static final int MAX_LINES = 10;
    private static final long WINDOW_NANOS = 10_000_000_000L;

    private final Consumer<String> output;
    private final NanoClock clock;
    private long windowStartNanos;
    private long count;

    public LimitedLines(Consumer<String> output, NanoClock clock) {
        this.output = output;
        this.clock = clock;
        windowStartNanos = clock.nanoTime();
    }

    @Override
    public synchronized void accept(String line) {
        long now = clock.nanoTime();
        if (now - windowStartNanos > WINDOW_NANOS) {
            if (count > MAX_LINES) {
                output.accept(count - MAX_LINES + " more lines about connections were left out");
            }
            windowStartNanos = now;
            count = 0;
        }
        if (++count <= MAX_LINES) {
            output.accept(line);
        }
    }
}
