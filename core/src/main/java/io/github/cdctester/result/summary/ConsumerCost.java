// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Resources that a consumer used in the measured part and in the wait for the consumer after it. The values are sampled every 100
 * ms from the consumer's container, or from its process and all processes that this process started.
 *
 * @param cpuSeconds user and system CPU time
 * @param meanResidentBytes mean resident memory while the consumer ran. Memory shared by processes is counted once per process.
 *     For a container, page cache that the system can drop at any time is excluded.
 * @param peakResidentBytes maximum of the resident memory, counted in the same way
 * @param diskReadBytes bytes read from disks; {@code null} if unknown
 * @param diskWrittenBytes bytes written to disks; {@code null} if unknown
 * @param receivedBytes bytes received over the network; {@code null} if unknown, for example for a process without a proxy
 * @param sentBytes bytes sent over the network; {@code null} if unknown, for example for a process
 * @param cpuSecondsPerMillionChanges {@code cpuSeconds} per 10⁶ reported row changes. For a consumer that reports transactions
 *     and misses none, {@code cpuSeconds} per 10⁶ row changes counted in the log. {@code null} if unknown, after a snapshot, or
 *     if such a consumer also had to read more than 1 % of the log from before the measured part.
 * @param cpuSecondsPerGigabyte {@code cpuSeconds} per 10⁹ bytes of the log, from the consumer's position at the start of the
 *     measured part; {@code null} if the position is unknown, if the consumer did not reach the end of the log, or after a
 *     snapshot
 * @param startupCpuSeconds CPU time before the measured part, from the start of the process or from the first sample of the
 *     container
 * @param seconds resources used in each second, from the start of the measured part; at most 86,400 entries
 */
@RecordBuilder
public record ConsumerCost(
        double cpuSeconds,
        long meanResidentBytes,
        long peakResidentBytes,
        @Nullable Long diskReadBytes,
        @Nullable Long diskWrittenBytes,
        @Nullable Long receivedBytes,
        @Nullable Long sentBytes,
        @Nullable Double cpuSecondsPerMillionChanges,
        @Nullable Double cpuSecondsPerGigabyte,
        double startupCpuSeconds,
        List<Second> seconds) {

    private static final double MILLION = 1e6;
    private static final double GIGABYTE = 1e9;

    public ConsumerCost {
        seconds = List.copyOf(seconds);
    }

    /**
     * Resources used in one second.
     *
     * @param second number of the second, from 1
     * @param cpuSeconds user and system CPU time
     * @param residentBytes mean of resident memory
     * @param diskReadBytes bytes read from disks; {@code null} if unknown
     * @param diskWrittenBytes bytes written to disks; {@code null} if unknown
     * @param receivedBytes bytes received over the network; {@code null} if unknown
     * @param sentBytes bytes sent over the network; {@code null} if unknown
     */
    public record Second(
            long second,
            double cpuSeconds,
            long residentBytes,
            @Nullable Long diskReadBytes,
            @Nullable Long diskWrittenBytes,
            @Nullable Long receivedBytes,
            @Nullable Long sentBytes) {}

    /**
     * Returns a copy with the CPU time per change and per byte.
     *
     * @param changes row changes that the consumer processed; {@code null} or 0 if unknown
     * @param logBytes bytes of the log that the consumer processed; {@code null} or 0 if unknown
     */
    public ConsumerCost per(@Nullable Long changes, @Nullable Long logBytes) {
        return ConsumerCostCopy.of(this)
                .cpuSecondsPerMillionChanges(per(changes, MILLION))
                .cpuSecondsPerGigabyte(per(logBytes, GIGABYTE))
                .build();
    }

    /**
     * Returns the mean number of processors in use.
     *
     * @param measuredSeconds length of the measured part; later seconds are ignored
     * @return the number; {@code null} if no second is complete
     */
    public @Nullable Double cpuCores(double measuredSeconds) {
        double usedSeconds = 0;
        long lastSecond = 0;
        for (Second second : seconds) {
            if (lastSecond >= Math.max(1, Math.floor(measuredSeconds))) {
                break;
            }
            usedSeconds += second.cpuSeconds();
            lastSecond = second.second();
        }
        return lastSecond == 0 ? null : (Double) (usedSeconds / lastSecond);
    }

    private @Nullable Double per(@Nullable Long count, double unit) {
        return count == null || count <= 0 ? null : (Double) (cpuSeconds / (count / unit));
    }
}
