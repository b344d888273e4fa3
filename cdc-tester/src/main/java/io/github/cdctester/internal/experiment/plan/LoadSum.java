// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.internal.summary.Stretch;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.WriteSummary;
import io.github.cdctester.result.WriteSummary.WorkloadSummary;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Several loads of one phase as one: counts are sums, rates are over the phase, a latency is that of any of their transactions. */
final class LoadSum {

    private LoadSum() {}

    /**
     * Adds loads up.
     *
     * @param loads of one phase
     * @param rows the seconds of the phase
     * @param seconds how long the phase was
     */
    static WriteSummary of(List<WorkloadSummary> loads, List<SampleRow> rows, double seconds) {
        List<WriteSummary> each = loads.stream().map(WorkloadSummary::write).toList();
        List<SampleRow.Write> written =
                rows.stream().map(SampleRow::write).filter(Objects::nonNull).toList();
        long transactions = sum(each, WriteSummary::transactions);
        long queries = sum(each, one -> one.reads() + one.writes() + one.other());
        return new WriteSummary(
                rate(transactions, seconds),
                rate(queries, seconds),
                transactions,
                sums(each, WriteSummary::transactionsByKind),
                sum(each, WriteSummary::logged),
                sum(each, WriteSummary::rolledBack),
                sum(each, WriteSummary::reads),
                sum(each, WriteSummary::writes),
                sum(each, WriteSummary::other),
                sums(each, WriteSummary::errorsPerCode),
                sum(each, WriteSummary::reconnects),
                sum(each, WriteSummary::plannedReconnects),
                sum(each, WriteSummary::unknownOutcome),
                known(each, WriteSummary::scheduled),
                known(each, WriteSummary::notStarted),
                null,
                StreamPart.Unknown.durations(
                        null, sum(each, one -> one.waiting().count())),
                StreamPart.Unknown.unless(null, () -> Stretch.latency(written), transactions),
                StreamPart.Unknown.durations(
                        null, sum(each, one -> one.latencyWithWaiting().count())),
                Map.of(),
                StreamPart.Unknown.unless(
                        null,
                        () -> Stretch.startDelay(written),
                        sum(each, one -> one.startDelay().count())),
                StreamPart.Unknown.durations(
                        null, sum(each, one -> one.serviceTime().count())),
                null,
                null,
                loads);
    }

    private static long sum(List<WriteSummary> each, ToLongFunction<WriteSummary> count) {
        return each.stream().mapToLong(count).sum();
    }

    private static @Nullable Long known(List<WriteSummary> each, Function<WriteSummary, @Nullable Long> count) {
        List<Long> known = each.stream()
                .map(count)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
        return known.isEmpty() ? null : known.stream().reduce(0L, Long::sum);
    }

    private static <K extends Comparable<K>> Map<K, Long> sums(
            List<WriteSummary> each, Function<WriteSummary, Map<K, Long>> counts) {
        Map<K, Long> sums = new TreeMap<>();
        each.forEach(one -> counts.apply(one).forEach((key, count) -> sums.merge(key, count, Long::sum)));
        return sums;
    }

    private static double rate(long count, double seconds) {
        return seconds > 0 ? count / seconds : 0;
    }
}
