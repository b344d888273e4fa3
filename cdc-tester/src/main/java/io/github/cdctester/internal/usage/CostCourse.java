// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

import io.github.cdctester.internal.usage.CostSource.Usage;
import io.github.cdctester.result.summary.ConsumerCost;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Accumulates readings per second, for at most 24 h. Used by one thread at a time. */
final class CostCourse {

    private static final int MAX_SECONDS = 86_400;
    private final List<ConsumerCost.Second> seconds = new ArrayList<>();
    private long openedNanos;
    private long secondNumber;
    private Usage usageAtOpening = Usage.NOTHING;
    private Usage usageAtSecondStart = Usage.NOTHING;
    private @Nullable Usage lastUsage;
    private final Memory memory = new Memory();
    private final Memory memoryOfSecond = new Memory();

    CostCourse(long nanos) {
        openedNanos = nanos;
    }

    /** Only readings during which a process ran. */
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

    void add(Usage usage, long nanos) {
        long elapsedSeconds = (long) ((nanos - openedNanos) / 1e9);
        if (elapsedSeconds > secondNumber) {
            closeSecond(usage, elapsedSeconds);
        }
        lastUsage = usage;
        memory.add(usage.residentBytes());
        memoryOfSecond.add(usage.residentBytes());
    }

    void windowOpens(long nanos) {
        usageAtOpening = lastUsage == null ? Usage.NOTHING : lastUsage;
        usageAtSecondStart = usageAtOpening;
        openedNanos = nanos;
        secondNumber = 0;
        seconds.clear();
        memory.clear();
        memoryOfSecond.clear();
    }

    /** After a gap in the readings, the usage of the gap is added to the second of the next reading. */
    private void closeSecond(Usage usage, long elapsedSeconds) {
        Usage growth = usage.since(usageAtSecondStart);
        secondNumber = elapsedSeconds;
        usageAtSecondStart = usage;
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

    /** Returns the cost since the start of the measured part; {@code null} if there was no reading. */
    @Nullable
    ConsumerCost cost() {
        if (lastUsage == null) {
            return null;
        }
        Usage totalUsage = lastUsage.since(usageAtOpening);
        return new ConsumerCost(
                totalUsage.cpuSeconds(),
                memory.mean(),
                memory.peak,
                totalUsage.diskReadBytes(),
                totalUsage.diskWrittenBytes(),
                totalUsage.receivedBytes(),
                totalUsage.sentBytes(),
                null,
                null,
                usageAtOpening.cpuSeconds(),
                seconds);
    }
}
