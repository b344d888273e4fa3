// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.Map;
import java.util.TreeMap;

/**
 * Counters of the write side at one moment, or the difference of two moments.
 *
 * @param transactionsByKind completed transactions by kind, in the workload's order
 * @param reads SELECT statements
 * @param writes INSERT, UPDATE and DELETE statements
 * @param other BEGIN, COMMIT and anything else
 * @param errorsPerCode refused statements by the server's error code
 * @param reconnects connections that broke and were replaced
 * @param plannedReconnects sound connections that were replaced because the workload wants it
 * @param unknownOutcomes transactions whose connection broke at the commit: made or not
 * @param logged acknowledged commits that the binlog must have: those of transactions that changed rows
 * @param rolledBack transactions that were completed by rolling them back on purpose
 * @param foundNoRow reads and writes that were to find a row and found none
 */
public record WriteCounts(
        Map<String, Long> transactionsByKind,
        long reads,
        long writes,
        long other,
        Map<Integer, Long> errorsPerCode,
        long reconnects,
        long plannedReconnects,
        long unknownOutcomes,
        long logged,
        long rolledBack,
        long foundNoRow) {

    /** Nothing. */
    public static final WriteCounts ZERO = new WriteCounts(Map.of(), 0, 0, 0, Map.of(), 0, 0, 0, 0, 0, 0);

    /** Counts completed transactions of all kinds. */
    public long transactions() {
        return sum(transactionsByKind);
    }

    /** Counts statements of all kinds. */
    public long queries() {
        return reads + writes + other;
    }

    /** Counts refused statements. */
    public long errors() {
        return sum(errorsPerCode);
    }

    /** Subtracts an earlier moment. */
    public WriteCounts minus(WriteCounts earlier) {
        return combine(earlier, -1);
    }

    /** Adds another part. */
    public WriteCounts plus(WriteCounts more) {
        return combine(more, 1);
    }

    private WriteCounts combine(WriteCounts with, int sign) {
        return new WriteCounts(
                combine(transactionsByKind, with.transactionsByKind, sign, true),
                reads + sign * with.reads,
                writes + sign * with.writes,
                other + sign * with.other,
                combine(errorsPerCode, with.errorsPerCode, sign, false),
                reconnects + sign * with.reconnects,
                plannedReconnects + sign * with.plannedReconnects,
                unknownOutcomes + sign * with.unknownOutcomes,
                logged + sign * with.logged,
                rolledBack + sign * with.rolledBack,
                foundNoRow + sign * with.foundNoRow);
    }

    private static <K extends Comparable<K>> Map<K, Long> combine(
            Map<K, Long> left, Map<K, Long> right, int sign, boolean keepZeros) {
        Map<K, Long> combined = new TreeMap<>(left);
        right.forEach((key, value) -> combined.merge(key, sign * value, Long::sum));
        if (!keepZeros) {
            combined.values().removeIf(value -> value == 0);
        }
        return combined;
    }

    private static long sum(Map<?, Long> map) {
        return map.values().stream().mapToLong(Long::longValue).sum();
    }
}
