// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/** Records durations in µs. Any number of threads write without waiting; one thread takes the values. */
public final class DurationRecorder {

    private final Recorder recorder = new Recorder(Distribution.DIGITS);
    private final AtomicLong negatives = new AtomicLong();
    private final AtomicLong lowestNegativeMicros = new AtomicLong();

    /** Confined to the reading thread. Reused, because writing threads would have to resize a new histogram after each take(). */
    private @Nullable Histogram reusedHistogram;

    /** Counted negative durations whose zeros are not in a returned histogram yet. Confined to the reading thread. */
    private long pendingNegatives;

    /** A negative duration, which occurs if two clocks disagree, is recorded as 0 and counted as negative. Thread-safe. */
    public void record(long micros) {
        if (micros < 0) {
            // counted first: take() must not see the 0 before the negative duration is counted
            lowestNegativeMicros.accumulateAndGet(micros, Math::min);
            negatives.incrementAndGet();
            recorder.recordValue(0);
        } else {
            recorder.recordValue(Math.min(micros, Distribution.MAX_MICROS));
        }
    }

    /**
     * Limits the number of negatives to the number of zeros: a writing thread may have counted a negative duration, but not
     * recorded its zero yet. For one reading thread only.
     */
    public Distribution take() {
        Histogram takenHistogram = recorder.getIntervalHistogram(reusedHistogram);
        reusedHistogram = takenHistogram;
        Histogram copy = new Histogram(Distribution.DIGITS);
        copy.add(takenHistogram);
        pendingNegatives += negatives.getAndSet(0);
        long includedNegatives = Math.min(pendingNegatives, copy.getCountAtValue(0));
        pendingNegatives -= includedNegatives;
        return new Distribution(
                copy, includedNegatives, includedNegatives == 0 ? 0 : lowestNegativeMicros.getAndSet(0));
    }
}
