// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.event.EventKind;
import java.util.Map;
import java.util.TreeMap;

/** Counters of a stream at one moment, or the difference of two moments. Heartbeats also have separate counters. */
public final class StreamCounts {

    /** Index of event type 0; the metrics, by slot, precede it. */
    static final int KINDS_INDEX = Metric.of(Metric.Subject.STREAM).size();

    static final int SIZE = KINDS_INDEX + EventKind.TYPE_COUNT;

    public static final StreamCounts ZERO = new StreamCounts(new long[SIZE]);

    private final long[] values;

    /** Takes ownership of the array. */
    StreamCounts(long[] values) {
        this.values = values;
    }

    public static StreamCounts of(long[] values) {
        if (values.length != SIZE) {
            throw new IllegalArgumentException(values.length + " counters of a stream, which has " + SIZE);
        }
        return new StreamCounts(values.clone());
    }

    /** For another machine with the same version. */
    public long[] values() {
        return values.clone();
    }

    /** Includes complete transactions, transactions without an end, and events outside transactions. */
    public long get(Metric metric) {
        return values[metric.slot()];
    }

    public StreamCounts minus(StreamCounts earlier) {
        return combine(earlier, -1);
    }

    public StreamCounts plus(StreamCounts other) {
        return combine(other, 1);
    }

    private StreamCounts combine(StreamCounts other, int sign) {
        long[] combinedValues = values.clone();
        for (int i = 0; i < SIZE; i++) {
            combinedValues[i] += sign * other.values[i];
        }
        return new StreamCounts(combinedValues);
    }

    public Map<String, Long> eventsByKind() {
        Map<String, Long> kinds = new TreeMap<>();
        for (int type = 0; type < EventKind.TYPE_COUNT; type++) {
            if (values[KINDS_INDEX + type] != 0) {
                kinds.put(EventKind.name(type), values[KINDS_INDEX + type]);
            }
        }
        return kinds;
    }

    MetricValues toValues() {
        MetricValues metricValues = MetricValues.of(Metric.Subject.STREAM);
        for (Metric metric : Metric.of(Metric.Subject.STREAM)) {
            if (metric.meterType() == Metric.MeterType.COUNTER) {
                metricValues.with(metric, get(metric));
            }
        }
        return metricValues.with(Metric.EVENTS, eventsByKind());
    }
}
