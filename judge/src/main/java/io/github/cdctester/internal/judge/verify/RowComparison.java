// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.result.Verdict.Reason;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares the rows that the write side's commits changed with the rows in the stream, by table and kind of change. Names are
 * compared in lower case, because servers may log lower-case names.
 *
 * @param acknowledged rows of acknowledged commits, according to the server's answers, by {@code database.table}
 * @param observed rows of all tables in the stream
 * @param notCompared a clause with the reason; {@code null} if rows were compared
 */
public record RowComparison(
        Map<String, Map<RowKind, Long>> acknowledged,
        Map<String, Map<RowKind, Long>> observed,
        @Nullable String notCompared) {

    /** Rows of one table and kind. {@code isTableInStream} is true if the stream contains any row of the table. */
    public record Difference(String table, RowKind kind, long acknowledged, long observed, boolean isTableInStream) {

        String text() {
            return String.format(Locale.ROOT, "%s %s: %d rows of %d", kind, table, observed, acknowledged);
        }
    }

    /** The keys of {@code acknowledged} are table names without schema. */
    public static RowComparison of(
            String database, Map<String, Map<RowKind, Long>> acknowledged, Map<String, Map<RowKind, Long>> observed) {
        Map<String, Map<RowKind, Long>> byFullName = new TreeMap<>();
        acknowledged.forEach((table, kinds) -> add(byFullName, database + "." + table, kinds));
        Map<String, Map<RowKind, Long>> streamRows = new TreeMap<>();
        observed.forEach((table, kinds) -> add(streamRows, table, kinds));
        if (streamRows.containsKey(StreamMeter.OTHER_TABLES)
                && !streamRows.keySet().containsAll(byFullName.keySet())) {
            return inconclusive(Reason.TABLES_TOO_MANY.text("limit", StreamMeter.MAX_TABLES));
        }
        return new RowComparison(byFullName, streamRows, null);
    }

    public static RowComparison inconclusive(String reason) {
        return new RowComparison(Map.of(), Map.of(), reason);
    }

    public RowComparison plus(RowComparison other) {
        if (notCompared != null || other.notCompared != null) {
            return inconclusive(notCompared == null ? Objects.requireNonNull(other.notCompared) : notCompared);
        }
        Map<String, Map<RowKind, Long>> observedSum = new TreeMap<>();
        observed.forEach((table, kinds) -> add(observedSum, table, kinds));
        other.observed.forEach((table, kinds) -> add(observedSum, table, kinds));
        return new RowComparison(acknowledged, observedSum, null);
    }

    /** Counts missing rows of a kind as one fault, because the number of their transactions is unknown. */
    public Incidents lost(RowKind kind) {
        return shortfalls().stream()
                .filter(difference -> difference.kind() == kind)
                .findFirst()
                .map(worst -> Incidents.of(1, worst.text()))
                .orElse(Incidents.NONE);
    }

    public Optional<String> surplus() {
        return largestSurplus().map(Difference::text);
    }

    List<Difference> shortfalls() {
        return differences().stream()
                .filter(difference -> difference.observed() < difference.acknowledged())
                .sorted(Comparator.comparingLong(difference -> difference.observed() - difference.acknowledged()))
                .toList();
    }

    Optional<Difference> largestSurplus() {
        return differences().stream()
                .filter(difference -> difference.observed() > difference.acknowledged())
                .max(Comparator.comparingLong(difference -> difference.observed() - difference.acknowledged()));
    }

    private List<Difference> differences() {
        return acknowledged.entrySet().stream()
                .flatMap(table -> Arrays.stream(RowKind.values())
                        .map(kind -> new Difference(
                                table.getKey(),
                                kind,
                                table.getValue().getOrDefault(kind, 0L),
                                observed.getOrDefault(table.getKey(), Map.of()).getOrDefault(kind, 0L),
                                observed.containsKey(table.getKey()))))
                .toList();
    }

    private static void add(Map<String, Map<RowKind, Long>> sums, String table, Map<RowKind, Long> rows) {
        Map<RowKind, Long> sum =
                sums.computeIfAbsent(table.toLowerCase(Locale.ROOT), any -> new EnumMap<>(RowKind.class));
        rows.forEach((kind, count) -> sum.merge(kind, count, Long::sum));
    }
}
