// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Resources that a consumer used in the measured part and in the wait after it: of its container, or of its process and all
 * processes that this process started. Sampled every 100 ms.
 *
 * @param cpuSeconds user and system CPU time
 * @param meanResidentBytes mean of resident memory while it ran; memory shared by processes counts once per process, and a
 *     container's excludes page cache that the system can drop at any time
 * @param peakResidentBytes maximum of the same
 * @param diskReadBytes bytes read from disks; {@code null} if unknown
 * @param diskWrittenBytes bytes written to disks; {@code null} if unknown
 * @param receivedBytes bytes received over the network; {@code null} if unknown, as for a process without a proxy
 * @param sentBytes bytes sent over the network; {@code null} if unknown, as for a process
 * @param cpuSecondsPerMillionChanges {@code cpuSeconds} by 10⁶ reported row changes; if it reports transactions and nothing is
 *     missing, by the row changes that were counted in the log; {@code null} if unknown, or after a snapshot
 * @param cpuSecondsPerGigabyte {@code cpuSeconds} by 10⁹ bytes of the log; {@code null} if it did not reach the end of the log, or
 *     after a snapshot
 * @param startupCpuSeconds CPU time before the measured part: since the start of the process, or since the first sample of the
 *     container
 * @param seconds the same per second, from the start of the measured part; at most a day
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
     * @param second its number, from 1
     * @param cpuSeconds user and system CPU time
     * @param residentBytes mean of resident memory
     * @param diskReadBytes like in total
     * @param diskWrittenBytes like in total
     * @param receivedBytes like in total
     * @param sentBytes like in total
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
     * Returns the same with the CPU time per change and per byte.
     *
     * @param changes row changes that the consumer processed; {@code null} or 0 if unknown
     * @param logBytes bytes of the log that it processed; {@code null} or 0 if unknown
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
     * @param measuredSeconds length of the measured part; later seconds do not count
     * @return the number; {@code null} if no second is complete
     */
    public @Nullable Double cpuCores(double measuredSeconds) {
        double used = 0;
        long last = 0;
        for (Second one : seconds) {
            if (last >= Math.max(1, Math.floor(measuredSeconds))) {
                break;
            }
            used += one.cpuSeconds();
            last = one.second();
        }
        return last == 0 ? null : (Double) (used / last);
    }

    private @Nullable Double per(@Nullable Long count, double unit) {
        return count == null || count <= 0 ? null : (Double) (cpuSeconds / (count / unit));
    }
}
