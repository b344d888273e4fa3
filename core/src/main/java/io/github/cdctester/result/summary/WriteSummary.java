// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The write side; several loads are added up.
 *
 * @param transactionsPerSecond completed transactions
 * @param queriesPerSecond statements
 * @param transactions completed transactions: commits, and rollbacks that belong to the workload
 * @param transactionsByKind transactions by kind
 * @param logged commits that the binlog must contain: of transactions with changed rows
 * @param rolledBack transactions that were rolled back on purpose
 * @param reads SELECT statements
 * @param writes INSERT, UPDATE and DELETE statements
 * @param other BEGIN, COMMIT and anything else
 * @param foundNoRow {@code reads} and {@code writes} that should find a row by its key and found none, including writes without a
 *     change
 * @param errorsPerCode refused statements by the server's error code
 * @param reconnects replaced broken connections
 * @param plannedReconnects working connections replaced because the workload requires it; not in {@code reconnects}
 * @param unknownOutcome transactions whose connection broke at the commit: made or not, and not in {@code transactions}
 * @param scheduled planned starts of an open loop; {@code null} in a closed loop
 * @param notStarted planned starts that were not made in time, or were given up while their workers had no connection: the server
 *     or the workers could not keep up; {@code null} in a closed loop
 * @param leftOutPercent their share of all due transactions ({@code notStarted} and {@code latency}), 0 to 100: the part missing in
 *     {@code latency}; {@code null} in a closed loop, and if nothing was due
 * @param waiting their waiting time at the end, since their intended start; empty in a closed loop
 * @param latency commit acknowledged minus intended start
 * @param latencyWithWaiting {@code latency} and {@code waiting} together: a lower limit of the users' waiting time; empty in a
 *     closed loop
 * @param latencyByKind the latency of each kind of transaction; empty for a single kind
 * @param startDelay start minus intended start; empty in a closed loop
 * @param serviceTime commit acknowledged minus start, including retries; in a closed loop equal to {@code latency}
 * @param newOrdersPerMinute committed new orders of the workload like TPC-C, not audited; {@code null} for other workloads
 * @param newOrderEfficiencyPercent their share of the maximum that think times allow (12.86 per minute and warehouse); {@code null}
 *     without think times
 * @param workloads each of several loads, in the plan's order; empty for a single one
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

    /** Maximum share of the due transactions that a delivered load may leave out, in percent. */
    public static final double MAX_LEFT_OUT_PERCENT = 1;

    /** At the end of an open loop this many transactions may be about to start. */
    private static final long MAX_STARTING = 2;

    /**
     * Returns true if {@code latency} looks better than it was. Either a transaction waited longer for its start than the median
     * latency, or more than 1 % of the due transactions did not start.
     *
     * @return true if {@code latencyWithWaiting} should be used
     */
    public boolean hasLeftOut() {
        Double longest = waiting.maxMillis();
        return longest != null && (latency.p50Millis() == null || longest > latency.p50Millis())
                || leavesOutMoreThan(MAX_LEFT_OUT_PERCENT);
    }

    /**
     * Returns true if more than a share of the due transactions did not start. Up to two may be about to start at the end.
     *
     * @param percent the share, 0 to 100
     */
    public boolean leavesOutMoreThan(double percent) {
        return notStarted != null && notStarted > MAX_STARTING && leftOutPercent != null && leftOutPercent > percent;
    }

    /**
     * One of several loads of the write side.
     *
     * @param name the workload's name
     * @param threads its workers
     * @param fromSecond its start, in seconds from the start of the measured part; {@code null} if it did not start
     * @param seconds from the first measured start to its last acknowledged commit; the base of its rates
     * @param write its numbers
     */
    public record WorkloadSummary(
            String name, int threads, @Nullable Double fromSecond, double seconds, WriteSummary write) {}
}
