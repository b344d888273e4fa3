// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The write side.
 *
 * @param transactionsPerSecond committed transactions
 * @param queriesPerSecond statements
 * @param transactions committed transactions
 * @param transactionsByKind committed transactions by kind
 * @param reads SELECT statements
 * @param writes INSERT, UPDATE and DELETE statements
 * @param other BEGIN, COMMIT and anything else
 * @param errorsPerCode refused statements by the server's error code
 * @param reconnects connections that broke and were replaced
 * @param unknownOutcome transactions whose connection broke at the commit: made or not, and not in {@code transactions}
 * @param scheduled transactions that an open loop was to start; {@code null} in a closed loop
 * @param notStarted those of them that had not been started when the time was up: the server or the workers could not keep
 *     up; {@code null} in a closed loop
 * @param latency commit acknowledged minus intended start
 * @param startDelay start minus intended start; empty in a closed loop
 * @param serviceTime commit acknowledged minus start, retries included; in a closed loop the same as {@code latency}
 * @param newOrdersPerMinute TPC-C-like new orders, not audited; {@code null} for other workloads
 */
public record WriteSummary(
        double transactionsPerSecond,
        double queriesPerSecond,
        long transactions,
        Map<String, Long> transactionsByKind,
        long reads,
        long writes,
        long other,
        Map<Integer, Long> errorsPerCode,
        long reconnects,
        long unknownOutcome,
        @Nullable Long scheduled,
        @Nullable Long notStarted,
        DurationSummary latency,
        DurationSummary startDelay,
        DurationSummary serviceTime,
        @Nullable Double newOrdersPerMinute) {}
