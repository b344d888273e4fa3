// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of the write side. For several loads, totals and rates are sums.
 *
 * @param transactionsPerSecond completed transactions per second
 * @param queriesPerSecond statements per second
 * @param transactions completed transactions: commits, and rollbacks that the workload intends
 * @param transactionsByKind transactions by kind
 * @param logged commits that the binlog must contain, because the transactions changed rows
 * @param rolledBack transactions that were rolled back intentionally
 * @param reads SELECT statements
 * @param writes INSERT, UPDATE and DELETE statements
 * @param other other statements, for example BEGIN and COMMIT
 * @param foundNoRow {@code reads} and {@code writes} that should have found a row by its key and found none, including
 *     writes that changed nothing
 * @param errorsPerCode refused statements by the server's error code
 * @param reconnects replaced broken connections
 * @param plannedReconnects working connections replaced because the workload requires it; not in {@code reconnects}
 * @param unknownOutcome transactions whose connection broke during the commit, so that they may or may not be
 *     committed; not in {@code transactions}
 * @param scheduled scheduled starts of an open loop; {@code null} in a closed loop
 * @param notStarted scheduled starts that were not made before the end, or were given up while the workers had no
 *     connection. The server or the workers could not keep up. {@code null} in a closed loop.
 * @param leftOutPercent {@code notStarted} as a share of all due transactions of open loops, 0 to 100: the part that
 *     {@code latency} does not include; {@code null} in a closed loop, and if nothing was due
 * @param waiting waiting times of {@code notStarted} at the end, since their intended starts; empty in a closed loop
 * @param latency acknowledgement of the commit minus intended start
 * @param latencyWithWaiting {@code latency} and {@code waiting} together, a lower bound of the waiting times of users;
 *     empty in a closed loop
 * @param latencyByKind latency by kind of transaction; empty for a single kind
 * @param startDelay actual start minus intended start; empty in a closed loop
 * @param serviceTime acknowledgement of the commit minus actual start, including retries; in a closed loop equal to
 *     {@code latency}
 * @param newOrdersPerMinute committed new orders per minute of the TPC-C-like workload, not audited; {@code null} for
 *     other workloads
 * @param newOrderEfficiencyPercent new orders as a share of the maximum that think times allow (12.86 per minute and
 *     warehouse); {@code null} without think times
 * @param workloads each load if there are several, in the plan's order; else empty
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

    /** A load is considered delivered if at most this share of its due transactions, in percent, did not start. */
    public static final double MAX_LEFT_OUT_PERCENT = 1;

    /** Maximum number of transactions that are considered about to start at the end of an open loop. */
    private static final long MAX_STARTING = 2;

    /**
     * Returns true if {@code latency} is too low, because it excludes transactions that did not start. True if one of them waited
     * longer than the median latency (or at all, without a median). Also true if {@linkplain #omitsMoreThan more than 1 %} of the
     * due transactions did not start.
     *
     * @return true if {@code latencyWithWaiting} should be used
     */
    public boolean omitsStarts() {
        Double maxWait = waiting.maxMillis();
        return maxWait != null && (latency.p50Millis() == null || maxWait > latency.p50Millis())
                || omitsMoreThan(MAX_LEFT_OUT_PERCENT);
    }

    /**
     * Returns true if more than the given share of the due transactions did not start. Up to two are always accepted, because
     * they may be about to start at the end.
     *
     * @param percent the share, 0 to 100
     */
    public boolean omitsMoreThan(double percent) {
        return notStarted != null && notStarted > MAX_STARTING && leftOutPercent != null && leftOutPercent > percent;
    }

    /**
     * One of several loads of the write side.
     *
     * @param name the workload's name
     * @param threads number of workers
     * @param fromSecond start of the load, in seconds from the start of the measured part; {@code null} if it did not start
     * @param seconds time from the first measured start to the last acknowledged commit; the basis of the load's rates
     * @param write values of the load
     */
    public record WorkloadSummary(
            String name, int threads, @Nullable Double fromSecond, double seconds, WriteSummary write) {}
}
