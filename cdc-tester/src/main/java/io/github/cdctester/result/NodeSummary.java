// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.result.RunResult.ClockSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one worker node did in the measured part, and what that took: whether it was the limit shows here.
 *
 * @param address where the coordinator called it, host and port
 * @param java the version of its Java
 * @param jdbcDriver the JDBC driver and its version; empty where it wrote nothing
 * @param processors how many its process may use, from 1
 * @param clock its time of day against the coordinator's
 * @param threads workers of all loads together that it had a part of; 0 where it wrote nothing
 * @param transactions those that it told of; what it did after its last word is in no total
 * @param latency of these, as {@link WriteSummary#latency()}; no values where it was lost before the end of its load
 * @param startDelay of these, as {@link WriteSummary#startDelay()}; likewise
 * @param streams the names of those that it followed
 * @param cpuPercent CPU time of its process as a share of all its processors, 0 to 100, while it wrote or followed streams; {@code null}
 *     where that was for less than a second or so, or its Java cannot tell
 * @param busiestCpuPercent the same in the busiest second
 * @param gcPauseMillis time in garbage collections meanwhile
 * @param maxHeapBytes the sum of its heap pools' peaks since its process started
 * @param lost why it was not counted on any more, in words; {@code null} where it was there to the end
 */
public record NodeSummary(
        String address,
        String java,
        String jdbcDriver,
        int processors,
        ClockSummary clock,
        int threads,
        long transactions,
        DurationSummary latency,
        DurationSummary startDelay,
        List<String> streams,
        @Nullable Double cpuPercent,
        @Nullable Double busiestCpuPercent,
        long gcPauseMillis,
        long maxHeapBytes,
        @Nullable String lost) {

    /** Copies the list. */
    public NodeSummary {
        streams = List.copyOf(streams);
    }
}
