// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

import io.github.cdctester.internal.usage.CostSource.Usage;
import io.github.cdctester.result.summary.ConsumerCost;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sums up readings: before the measured part, and from its start in total and per second. For one thread at a time. */
final class CostCourse {

    private static final int MAX_SECONDS = 86_400;
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<ConsumerCost.Second> seconds = new ArrayList<>();
    private long openedNanos;
    private long secondNumber;
    private Usage atOpening = Usage.NOTHING;
    private Usage atSecond = Usage.NOTHING;
    private @Nullable Usage lastUsage;
    private final Memory memory = new Memory();
    private final Memory memoryOfSecond = new Memory();

    CostCourse(long nanos) {
        openedNanos = nanos;
    }

    /** Memory in the readings in which a process ran. */
    private static final class Memory {
        private double sum;
        private long samples;
        private long peak;

        private void add(long bytes) {
            if (bytes > 0) {
                sum += bytes;
                samples++;
                peak = Math.max(peak, bytes);
            }
        }

        private long mean() {
            return samples == 0 ? 0 : Math.round(sum / samples);
        }

        private void clear() {
            sum = 0;
            samples = 0;
            peak = 0;
        }
    }

    void add(Usage used, long nanos) {
        long elapsedSeconds = (long) ((nanos - openedNanos) / NANOS_PER_SECOND);
        if (elapsedSeconds > secondNumber) {
            closeSecond(used, elapsedSeconds);
        }
        lastUsage = used;
        memory.add(used.residentBytes());
        memoryOfSecond.add(used.residentBytes());
    }

    void windowOpens(long nanos) {
        atOpening = lastUsage == null ? Usage.NOTHING : lastUsage;
        atSecond = atOpening;
        openedNanos = nanos;
        secondNumber = 0;
        seconds.clear();
        memory.clear();
        memoryOfSecond.clear();
    }

    /** Ends a second. If there was no reading for more than a second, the use of that time belongs to the second of the next reading. */
    private void closeSecond(Usage used, long elapsedSeconds) {
        Usage growth = used.since(atSecond);
        secondNumber = elapsedSeconds;
        atSecond = used;
        if (seconds.size() < MAX_SECONDS) {
            seconds.add(new ConsumerCost.Second(
                    elapsedSeconds,
                    growth.cpuSeconds(),
                    memoryOfSecond.mean(),
                    growth.diskReadBytes(),
                    growth.diskWrittenBytes(),
                    growth.receivedBytes(),
                    growth.sentBytes()));
        }
        memoryOfSecond.clear();
    }

    /** Returns the cost from the start of the measured part; {@code null} without a reading. */
    @Nullable
    ConsumerCost cost() {
        if (lastUsage == null) {
            return null;
        }
        Usage total = lastUsage.since(atOpening);
        return new ConsumerCost(
                total.cpuSeconds(),
                memory.mean(),
                memory.peak,
                total.diskReadBytes(),
                total.diskWrittenBytes(),
                total.receivedBytes(),
                total.sentBytes(),
                null,
                null,
                atOpening.cpuSeconds(),
                seconds);
    }
}
