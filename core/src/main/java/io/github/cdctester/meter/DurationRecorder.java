// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.meter;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/** Records durations in µs for many writing threads without waiting; a reader takes what came since it last asked. */
final class DurationRecorder {

    private final Recorder recorder = new Recorder(Distribution.DIGITS);
    private final LongAdder negatives = new LongAdder();
    private final LongAccumulator lowestMicros = new LongAccumulator(Math::min, 0);

    /** The reading thread's, and used again: a new one would grow step by step in the writing threads, each second anew. */
    private @Nullable Histogram interval;

    void record(long micros) {
        if (micros < 0) {
            negatives.increment();
            lowestMicros.accumulate(micros);
            recorder.recordValue(0);
        } else {
            recorder.recordValue(Math.min(micros, Distribution.LONGEST_MICROS));
        }
    }

    /** Takes what was recorded since the last call. For one reading thread. */
    Distribution take() {
        Histogram taken = recorder.getIntervalHistogram(interval);
        interval = taken;
        Histogram own = new Histogram(Distribution.DIGITS);
        own.add(taken);
        return new Distribution(own, negatives.sumThenReset(), lowestMicros.getThenReset());
    }
}
