// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds a table from columns. Each column computes its cells from the rows. */
public final class TableBuilder<R> {

    private record ComputedColumn<R>(Column column, Function<R, @Nullable Object> cell) {}

    private final List<ComputedColumn<R>> columns = new ArrayList<>();

    public TableBuilder<R> add(Column column, Function<R, @Nullable Object> cell) {
        columns.add(new ComputedColumn<>(column, cell));
        return this;
    }

    /** The cell has no value if the part is missing. */
    public <P> TableBuilder<R> add(Column column, Function<R, @Nullable P> part, Function<P, @Nullable Object> cell) {
        return add(column, fromPart(part, cell));
    }

    public TableBuilder<R> addDuration(
            Column column,
            Function<R, @Nullable DurationSummary> durations,
            Function<DurationSummary, @Nullable Double> value) {
        return add(column, durations, duration -> value.apply(duration.withoutUnreliablePercentiles()));
    }

    /** The function returns {@code null} if the part is missing. */
    public static <R, P> Function<R, @Nullable Object> fromPart(
            Function<R, @Nullable P> part, Function<P, @Nullable Object> cell) {
        return row -> {
            P partOfRow = part.apply(row);
            return partOfRow == null ? null : cell.apply(partOfRow);
        };
    }

    /** The column has the same name in CSV files and in readable tables. */
    public TableBuilder<R> add(String name, Function<R, @Nullable Object> cell) {
        return add(Column.text(name, name), cell);
    }

    public <P> TableBuilder<R> add(String name, Function<R, @Nullable P> part, Function<P, @Nullable Object> cell) {
        return add(name, fromPart(part, cell));
    }

    public TableBuilder<R> addIfAny(List<R> rows, Column column, Function<R, @Nullable Object> cell) {
        boolean hasValue = rows.stream()
                .map(cell)
                .anyMatch(value -> value instanceof Cell tableCell ? tableCell.value() != null : value != null);
        return hasValue ? add(column, cell) : this;
    }

    /** Adds one column per key, in the order in which the keys first appear. */
    public <V> TableBuilder<R> addEach(
            List<R> rows, Function<R, Map<String, V>> values, Function<V, @Nullable Object> cell) {
        rows.stream()
                .flatMap(row -> values.apply(row).keySet().stream())
                .distinct()
                .forEach(name ->
                        add(Column.amount(name, name), row -> values.apply(row).get(name), cell));
        return this;
    }

    public Row row(R row) {
        return Row.of(columns.stream().map(column -> column.cell().apply(row)).toArray());
    }

    public Table build(String id, @Nullable String title, @Nullable String note, List<R> rows, Detail detail) {
        return build(id, title, note, rows, this::row, detail);
    }

    public Table buildFirst(int maxRows, String id, @Nullable String title, Collection<R> rows, Detail detail) {
        String note = rows.size() > maxRows ? "The first " + maxRows + " of " + rows.size() + "." : null;
        return build(id, title, note, rows.stream().limit(maxRows).toList(), detail);
    }

    public Table build(
            String id,
            @Nullable String title,
            @Nullable String note,
            List<R> rows,
            Function<R, Row> row,
            Detail detail) {
        List<Column> headings = columns.stream().map(ComputedColumn::column).toList();
        return new Table(id, title, note, headings, rows.stream().map(row).toList(), detail);
    }
}
