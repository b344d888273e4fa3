// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/** Records durations in µs for many writing threads without waiting; a reader takes the values since its last call. */
public final class DurationRecorder {

    private final Recorder recorder = new Recorder(Distribution.DIGITS);
    private final AtomicLong negatives = new AtomicLong();
    private final AtomicLong lowestMicros = new AtomicLong();

    /** Used by the reading thread only. Reused, because a new histogram would be resized by the writing threads each second. */
    private @Nullable Histogram interval;

    /** Used by the reading thread only: negatives already counted, whose zeros are in a later histogram. */
    private long pendingNegatives;

    /**
     * Records a duration. Thread-safe.
     *
     * @param micros the duration in µs; a negative one, measured if two clocks disagree, counts as 0 and as a negative
     */
    public void record(long micros) {
        if (micros < 0) {
            // before the zero, so that each zero in a histogram has its negative counted
            lowestMicros.accumulateAndGet(micros, Math::min);
            negatives.incrementAndGet();
            recorder.recordValue(0);
        } else {
            recorder.recordValue(Math.min(micros, Distribution.MAX_MICROS));
        }
    }

    /**
     * Returns and resets the values since the last call. A writing thread may be between its two counts, so negatives are limited to
     * the number of zeros. For one reading thread only.
     */
    public Distribution take() {
        Histogram taken = recorder.getIntervalHistogram(interval);
        interval = taken;
        Histogram copy = new Histogram(Distribution.DIGITS);
        copy.add(taken);
        pendingNegatives += negatives.getAndSet(0);
        long below = Math.min(pendingNegatives, copy.getCountAtValue(0));
        pendingNegatives -= below;
        return new Distribution(copy, below, below == 0 ? 0 : lowestMicros.getAndSet(0));
    }
}
