// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.meter;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.HdrHistogram.SingleWriterRecorder;
import org.HdrHistogram.ValueRecorder;

/** Records durations in µs without waiting; a reader takes what came since it last asked. */
abstract class DurationRecorder {

    private final ValueRecorder recorder;
    private final LongAdder negatives = new LongAdder();
    private final LongAccumulator lowestMicros = new LongAccumulator(Math::min, 0);

    private DurationRecorder(ValueRecorder recorder) {
        this.recorder = recorder;
    }

    /** For one writing thread. */
    static DurationRecorder singleWriter() {
        SingleWriterRecorder recorder = new SingleWriterRecorder(Distribution.DIGITS);
        return new DurationRecorder(recorder) {
            @Override
            Histogram takeHistogram() {
                return recorder.getIntervalHistogram();
            }
        };
    }

    /** For many writing threads. */
    static DurationRecorder concurrent() {
        Recorder recorder = new Recorder(Distribution.DIGITS);
        return new DurationRecorder(recorder) {
            @Override
            Histogram takeHistogram() {
                return recorder.getIntervalHistogram();
            }
        };
    }

    final void record(long micros) {
        if (micros < 0) {
            negatives.increment();
            lowestMicros.accumulate(micros);
            recorder.recordValue(0);
        } else {
            recorder.recordValue(Math.min(micros, Distribution.LONGEST_MICROS));
        }
    }

    /** Takes what was recorded since the last call. For one reading thread. */
    final Distribution take() {
        return new Distribution(takeHistogram(), negatives.sumThenReset(), lowestMicros.getThenReset());
    }

    abstract Histogram takeHistogram();
}
