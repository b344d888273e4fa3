// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.WriterReaderPhaser;
import org.jspecify.annotations.Nullable;

/**
 * Records durations in µs for one writing thread. Batches are necessary, because the two atomic steps of a concurrent histogram
 * would cost more than the rest of a transaction's work. {@link #take()} returns only values recorded before {@link #flush()}.
 */
public final class DurationBatch {

    private static final int MAX_PENDING = 256;
    private static final long FLIP_PAUSE_NANOS = 500_000;

    private final long[] pendingMicros = new long[MAX_PENDING];
    private int count;

    // HdrHistogram's technique: writers record into the active slot, readers swap the two slots
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
            long sameBucketCount = 0;
            for (int i = 0; i < count; i++) {
                long value = micros[i];
                if (value >= bucketFrom && value <= bucketTo) {
                    sameBucketCount++;
                    continue;
                }
                if (sameBucketCount > 0) {
                    current.recordValueWithCount(recorded, sameBucketCount);
                }
                if (value < 0) {
                    negatives++;
                    lowestNegativeMicros = Math.min(lowestNegativeMicros, value);
                }
                recorded = Math.max(0, Math.min(value, Distribution.MAX_MICROS));
                bucketFrom = current.lowestEquivalentValue(recorded);
                // durations above the maximum share one bucket
                bucketTo = value >= Distribution.MAX_MICROS ? Long.MAX_VALUE : current.highestEquivalentValue(recorded);
                sameBucketCount = 1;
            }
            current.recordValueWithCount(recorded, sameBucketCount);
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
        if (count == MAX_PENDING) {
            flush();
        }
        pendingMicros[count++] = micros;
    }

    void flush() {
        if (count == 0) {
            return;
        }
        long criticalSection = phaser.writerCriticalSectionEnter();
        try {
            active.record(pendingMicros, count);
        } finally {
            phaser.writerCriticalSectionExit(criticalSection);
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
