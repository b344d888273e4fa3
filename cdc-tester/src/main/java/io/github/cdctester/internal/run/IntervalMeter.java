// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.run.stream.LogProgress;
import io.github.cdctester.internal.summary.Durations;
import io.github.cdctester.result.RunResult.BacklogResult.Stretch;
import org.jspecify.annotations.Nullable;

/** Adds up the whole seconds of a stretch of time. For the conductor's thread. */
final class IntervalMeter {

    private final Stretch.Part part;
    private final long fromNanos;
    private final LogProgress begin;
    private double seconds;
    private long transactions;
    private Distribution latency = Distribution.EMPTY;
    private Distribution delay = Distribution.EMPTY;

    /** It begins. */
    IntervalMeter(Stretch.Part part, long fromNanos, LogProgress begin) {
        this.part = part;
        this.fromNanos = fromNanos;
        this.begin = begin;
    }

    /** A second has ended, which may have begun before the stretch did. */
    void add(Sample second, long nowNanos) {
        if (nowNanos - Math.round(second.seconds() * 1e9) < fromNanos) {
            return;
        }
        seconds += second.seconds();
        delay = delay.plus(second.cdc().durations(Metric.DELAY));
        second.write().ifPresent(write -> {
            transactions += write.count(Metric.WRITE_TRANSACTIONS);
            latency = latency.plus(write.durations(Metric.LATENCY));
        });
    }

    /** It ends. */
    Stretch end(LogProgress end, long nowNanos, long openedNanos) {
        return new Stretch(
                part,
                (fromNanos - openedNanos) / 1e9,
                (nowNanos - openedNanos) / 1e9,
                seconds,
                seconds == 0 ? null : Double.valueOf(transactions / seconds),
                Durations.of(null, latency),
                Durations.of(null, delay),
                logged(end, (nowNanos - fromNanos) / 1e9));
    }

    private @Nullable Double logged(LogProgress end, double length) {
        return begin.isKnown() && end.isKnown() ? (end.loggedBytes() - begin.loggedBytes()) / length : null;
    }
}
