// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.judge.verify.RowComparison;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.run.load.RunningLoad;
import io.github.cdctester.internal.run.stream.FollowedStream;
import io.github.cdctester.result.Verdict.Reason;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows that the run's commits changed in the measured part.
 *
 * @param unknownReason a clause; {@code null} if the rows are known
 */
record WrittenRows(
        String database,
        Map<String, Map<RowKind, Long>> byTable,
        @Nullable String unknownReason) {

    /** The driver then counts changed rows instead of matched rows. The tester's default is {@code true}. */
    private static final String CHANGED_ROWS_OPTION = "useAffectedRows";

    static WrittenRows of(Endpoint endpoint, List<RunningLoad> loads) {
        String database = endpoint.database();
        String changedRows = endpoint.driverProperties()
                .getOrDefault(CHANGED_ROWS_OPTION, "true")
                .toLowerCase(Locale.ROOT);
        if (!changedRows.equals("true") && !changedRows.equals("1")) {
            return new WrittenRows(
                    database, Map.of(), "the driver is configured with " + CHANGED_ROWS_OPTION + "=" + changedRows);
        }
        Map<String, Map<RowKind, Long>> sumByTable = new TreeMap<>();
        for (RunningLoad load : loads) {
            Optional<String> reason = load.workload().whyRowsAreNotReported();
            if (reason.isPresent()) {
                return new WrittenRows(database, Map.of(), reason.get());
            }
            load.metered().meter().windowRows().forEach((table, kinds) -> {
                Map<RowKind, Long> sums = sumByTable.computeIfAbsent(table, key -> new EnumMap<>(RowKind.class));
                kinds.forEach((kind, rows) -> sums.merge(kind, rows, Long::sum));
            });
        }
        return new WrittenRows(database, sumByTable, null);
    }

    /** Called after the stream's reader has ended. */
    RowComparison compareWith(MeasuredStream measuredStream) {
        FollowedStream stream = measuredStream.stream();
        for (String format : List.of(
                stream.server().info().binlogFormat(),
                stream.followedServer().info().binlogFormat())) {
            // a server without this variable logs rows only
            if (!format.isEmpty() && !format.equalsIgnoreCase("ROW")) {
                return RowComparison.inconclusive(Reason.LOGGED_AS_STATEMENTS.text("format", format));
            }
        }
        long unknownRowEvents = measuredStream.counts().get(Metric.UNKNOWN_ROW_EVENTS);
        if (unknownRowEvents > 0) {
            return RowComparison.inconclusive(Reason.ROWS_UNCOUNTED.text("count", unknownRowEvents));
        }
        return compareWith(stream.meter().windowRows());
    }

    /** @param streamRows by {@code database.table} */
    RowComparison compareWith(Map<String, Map<RowKind, Long>> streamRows) {
        return unknownReason == null
                ? RowComparison.of(database, byTable, streamRows)
                : RowComparison.inconclusive(unknownReason);
    }
}
