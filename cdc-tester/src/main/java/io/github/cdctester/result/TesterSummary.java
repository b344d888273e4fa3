// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import org.jspecify.annotations.Nullable;

/**
 * What the tester itself used in the measured part and the drain; of the whole Java process.
 *
 * @param cpuSeconds user and system CPU time; -1 where the runtime cannot tell
 * @param gcPauseMillis time in garbage collections
 * @param maxHeapBytes the sum of the heap pools' peaks since the process started
 * @param cpuSecondsPerGigabyte the same by 10⁹ bytes of the log, the write side's share included; {@code null} where too little
 *     was read to say so
 * @param readerCpuSeconds CPU time of the thread that reads the stream; -1 where the runtime cannot tell
 * @param missedTicks seconds for which no sample could be taken in time; their numbers are in the next one
 * @param heartbeatReconnects how often the connection of the heartbeats broke and was replaced
 * @param probeReconnects how often a connection broke and was replaced that asks where the log ends
 */
public record TesterSummary(
        double cpuSeconds,
        @Nullable Double cpuSecondsPerGigabyte,
        double readerCpuSeconds,
        long gcPauseMillis,
        long maxHeapBytes,
        long missedTicks,
        long heartbeatReconnects,
        long probeReconnects) {}
