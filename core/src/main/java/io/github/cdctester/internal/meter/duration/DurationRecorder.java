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

    /** The reading thread's, and used again: a new one would grow step by step in the writing threads, each second again. */
    private @Nullable Histogram interval;

    /** The reading thread's: negatives that were counted already, while their zeros come with a later histogram. */
    private long ahead;

    /**
     * Records a duration; for any thread.
     *
     * @param micros the duration in µs; below zero, where two clocks disagree, it counts as 0 and as a negative
     */
    public void record(long micros) {
        if (micros < 0) {
            // before the zero, so that no histogram holds the zero of a negative that is not counted yet
            lowestMicros.accumulateAndGet(micros, Math::min);
            negatives.incrementAndGet();
            recorder.recordValue(0);
        } else {
            recorder.recordValue(Math.min(micros, Distribution.MAX_MICROS));
        }
    }

    /**
     * Takes the values since the last call, never more negatives than zeros: a writing thread may be between its two counts. For
     * one reading thread.
     */
    public Distribution take() {
        Histogram taken = recorder.getIntervalHistogram(interval);
        interval = taken;
        Histogram own = new Histogram(Distribution.DIGITS);
        own.add(taken);
        ahead += negatives.getAndSet(0);
        long below = Math.min(ahead, own.getCountAtValue(0));
        ahead -= below;
        return new Distribution(own, below, below == 0 ? 0 : lowestMicros.getAndSet(0));
    }
}
