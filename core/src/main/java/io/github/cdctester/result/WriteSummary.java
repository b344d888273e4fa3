// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The write side; of several loads side by side, all together.
 *
 * @param transactionsPerSecond completed transactions
 * @param queriesPerSecond statements
 * @param transactions completed transactions: commits, and rollbacks that belong to the workload
 * @param transactionsByKind the same by kind
 * @param logged commits among them that the binlog must have: those of transactions that changed rows
 * @param rolledBack transactions that were rolled back on purpose
 * @param reads SELECT statements
 * @param writes INSERT, UPDATE and DELETE statements
 * @param other BEGIN, COMMIT and anything else
 * @param foundNoRow of {@code reads} and {@code writes} those that were to find a row by its key and found none; writes that changed none
 *     are among them
 * @param errorsPerCode refused statements by the server's error code
 * @param reconnects connections that broke and were replaced
 * @param plannedReconnects sound connections that were replaced because the workload wants it; not in {@code reconnects}
 * @param unknownOutcome transactions whose connection broke at the commit: made or not, and not in {@code transactions}
 * @param scheduled transactions that an open loop was to start; {@code null} in a closed loop
 * @param notStarted those of them that had not been started when the time was up, or were given up while their workers had no
 *     connection: the server or the workers could not keep up; {@code null} in a closed loop
 * @param leftOutPercent these as a share of all that were due, {@code notStarted} and those in {@code latency}, 0 to 100: so
 *     many {@code latency} leaves out; {@code null} in a closed loop, and where nothing was due
 * @param waiting for how long these had waited when the time was up, since their intended start; empty in a closed loop
 * @param latency commit acknowledged minus intended start
 * @param latencyWithWaiting {@code latency} and {@code waiting} together: what users had waited at least; empty in a closed
 *     loop
 * @param latencyByKind the latency of each kind of transaction; empty where there is one kind only
 * @param startDelay start minus intended start; empty in a closed loop
 * @param serviceTime commit acknowledged minus start, retries included; in a closed loop the same as {@code latency}
 * @param newOrdersPerMinute committed new orders of the workload like TPC-C, not audited; {@code null} for other workloads
 * @param newOrderEfficiencyPercent these as a share of the most that think times allow (12.86 a minute and warehouse);
 *     {@code null} without think times
 * @param workloads each of several loads side by side, in the plan's order; empty where there is only one
 */
public record WriteSummary(
        double transactionsPerSecond,
        double queriesPerSecond,
        long transactions,
        Map<String, Long> transactionsByKind,
        long logged,
        long rolledBack,
        long reads,
        long writes,
        long other,
        long foundNoRow,
        Map<Integer, Long> errorsPerCode,
        long reconnects,
        long plannedReconnects,
        long unknownOutcome,
        @Nullable Long scheduled,
        @Nullable Long notStarted,
        @Nullable Double leftOutPercent,
        DurationSummary waiting,
        DurationSummary latency,
        DurationSummary latencyWithWaiting,
        Map<String, DurationSummary> latencyByKind,
        DurationSummary startDelay,
        DurationSummary serviceTime,
        @Nullable Double newOrdersPerMinute,
        @Nullable Double newOrderEfficiencyPercent,
        List<WorkloadSummary> workloads) {

    /**
     * Returns true if {@code latency} looks better than it was: whether somebody had waited longer for a start than half of the
     * others did for their commits. At any end of an open loop one or two are just being started.
     *
     * @return whether {@code latencyWithWaiting} is what to read
     */
    public boolean hasLeftOut() {
        Double longest = waiting.maxMillis();
        return longest != null && (latency.p50Millis() == null || longest > latency.p50Millis());
    }

    /**
     * One of several loads of the write side.
     *
     * @param name the workload's name
     * @param threads its workers
     * @param fromSecond when it was begun, in seconds from the beginning of the measured part; {@code null} if it was not
     * @param seconds from the first measured start to its last acknowledged commit; its rates are made with this
     * @param write its numbers
     */
    public record WorkloadSummary(
            String name, int threads, @Nullable Double fromSecond, double seconds, WriteSummary write) {}
}
