// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.WriterReaderPhaser;
import org.jspecify.annotations.Nullable;

/**
 * Records durations in µs for one writing thread, in batches. A socket read can contain hundreds of transactions. The
 * two atomic steps of a concurrent histogram would cost more than the rest of a transaction's work. {@link #take()}
 * returns only values recorded before {@link #flush()}.
 */
public final class DurationBatch {

    private static final int SIZE = 256;
    private static final long FLIP_PAUSE_NANOS = 500_000;

    private final long[] pending = new long[SIZE];
    private int count;

    // like HdrHistogram's recorders: writers record into the active slot, readers swap the two slots
    private final WriterReaderPhaser phaser = new WriterReaderPhaser();
    private volatile Slot active = new Slot();
    private Slot inactive = new Slot();

    private static final class Slot {
        /** Created on first use: it is large, and many batches of a stream stay unused. */
        private @Nullable Histogram histogram;

        private long negatives;
        private long lowestNegativeMicros;

        void record(long[] micros, int count) {
            Histogram current = histogram;
            if (current == null) {
                current = new Histogram(Distribution.DIGITS);
                histogram = current;
            }
            // if the delay is large, many transactions arrive together and fall into one bucket
            long bucketFrom = 1;
            long bucketTo = 0;
            long recorded = 0;
            long sameBucket = 0;
            for (int i = 0; i < count; i++) {
                long value = micros[i];
                if (value >= bucketFrom && value <= bucketTo) {
                    sameBucket++;
                    continue;
                }
                if (sameBucket > 0) {
                    current.recordValueWithCount(recorded, sameBucket);
                }
                if (value < 0) {
                    negatives++;
                    lowestNegativeMicros = Math.min(lowestNegativeMicros, value);
                }
                recorded = Math.max(0, Math.min(value, Distribution.MAX_MICROS));
                bucketFrom = current.lowestEquivalentValue(recorded);
                // durations above the maximum share one bucket
                bucketTo = value >= Distribution.MAX_MICROS ? Long.MAX_VALUE : current.highestEquivalentValue(recorded);
                sameBucket = 1;
            }
            current.recordValueWithCount(recorded, sameBucket);
        }

        Distribution take() {
            Histogram current = histogram;
            if (current == null || current.getTotalCount() == 0) {
                return Distribution.EMPTY;
            }
            Distribution taken = new Distribution(current.copy(), negatives, lowestNegativeMicros);
            current.reset();
            negatives = 0;
            lowestNegativeMicros = 0;
            return taken;
        }
    }

    void record(long micros) {
        if (count == SIZE) {
            flush();
        }
        pending[count++] = micros;
    }

    void flush() {
        if (count == 0) {
            return;
        }
        long entered = phaser.writerCriticalSectionEnter();
        try {
            active.record(pending, count);
        } finally {
            phaser.writerCriticalSectionExit(entered);
        }
        count = 0;
    }

    Distribution take() {
        phaser.readerLock();
        try {
            Slot taken = active;
            active = inactive;
            inactive = taken;
            phaser.flipPhase(FLIP_PAUSE_NANOS);
            return taken.take();
        } finally {
            phaser.readerUnlock();
        }
    }
}
