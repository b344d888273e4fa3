// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.meter.duration.WriteDurations;

/** Samples one load's meter. Not thread-safe. */
public final class LoadSampler {

    private final MeteredLoad load;
    private WriteCounts lastCounts = WriteCounts.ZERO;
    private WriteCounts countsAtWindowStart = WriteCounts.ZERO;
    private int threadsWriting;
    private WriteDurations.Sum windowDurations = new WriteDurations.Sum();

    LoadSampler(MeteredLoad load) {
        this.load = load;
    }

    void openWindow() {
        load.meter().takeDurations();
        load.meter().openRowWindow();
        lastCounts = load.meter().counts();
        countsAtWindowStart = lastCounts;
        windowDurations = new WriteDurations.Sum();
    }

    MetricValues tick() {
        WriteCounts currentCounts = load.meter().counts();
        WriteCounts counts = currentCounts.minus(lastCounts);
        lastCounts = currentCounts;
        WriteDurations durations = load.meter().takeDurations();
        windowDurations.add(durations);
        // between two samples, the load may have started and ended
        int threadsSinceLastSample = counts.get(Metric.WRITE_TRANSACTIONS) > 0 ? load.threads() : threadsWriting;
        threadsWriting = load.threadsWriting();
        return counts.values()
                .with(Metric.THREADS, Math.max(threadsSinceLastSample, threadsWriting))
                .with(Metric.LATENCY, durations.latency())
                .with(Metric.START_DELAY, durations.startDelay())
                .with(Metric.SERVICE_TIME, durations.serviceTime());
    }

    public String workload() {
        return load.workload();
    }

    public int threads() {
        return load.threads();
    }

    public WriteCounts windowCounts() {
        return load.meter().counts().minus(countsAtWindowStart);
    }

    public WriteDurations windowDurations() {
        return windowDurations.value();
    }
}
