// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.render;

import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Renders a table in a fixed-width font. A table that is too wide is divided into parts, each with the first column. */
final class TextTable {

    private static final String SEPARATOR = "  ";
    /** In characters. Labels are shortened only in a terminal with at most this width. */
    private static final int MAX_NARROW_WIDTH = 200;

    private static final int MIN_LABEL_LENGTH = 24;

    /** A remark replaces all cells except the first one. */
    private record RowLines(
            List<List<String>> lines, @Nullable String remark) {}

    private final List<Column> columns;
    private final List<RowLines> rows;
    private final int width;
    private final int[] columnWidths;

    TextTable(Table table, int width) {
        this.width = width;
        List<Integer> visibleIndexes = IntStream.range(0, table.columns().size())
                .filter(i -> table.columns().get(i).detail() != Detail.PAGE)
                .boxed()
                .toList();
        columns = visibleIndexes.stream().map(table.columns()::get).toList();
        rows = table.rows().stream().map(row -> lines(row, visibleIndexes)).toList();
        columnWidths = IntStream.range(0, columns.size()).map(this::columnWidth).toArray();
    }

    private RowLines lines(Row row, List<Integer> visibleIndexes) {
        List<List<String>> lines = new ArrayList<>();
        List<Cell> cells = visibleIndexes.stream()
                .filter(i -> i < row.cells().size())
                .map(row.cells()::get)
                .toList();
        List<String> values = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            String value = CellText.of(cells.get(i), columns.get(i));
            values.add(i == 0 ? shortened(value) : value);
        }
        lines.add(values);
        if (cells.stream().anyMatch(cell -> cell.min() != null)) {
            lines.add(spread(cells, "  min", Cell::min));
            lines.add(spread(cells, "  max", Cell::max));
        }
        if (cells.stream().anyMatch(cell -> cell.below() != null)) {
            lines.add(cells.stream()
                    .map(cell -> cell.below() == null ? "" : PlainText.line(cell.below()))
                    .toList());
        }
        return new RowLines(lines, row.remark() == null ? null : PlainText.line(row.remark()));
    }

    private List<String> spread(List<Cell> cells, String label, Function<Cell, @Nullable Double> bound) {
        List<String> line = new ArrayList<>(List.of(label));
        for (int i = 1; i < cells.size(); i++) {
            Double value = bound.apply(cells.get(i));
            line.add(value == null ? "" : CellText.number(value, columns.get(i)));
        }
        return line;
    }

    private String shortened(String label) {
        int maxLength = width > MAX_NARROW_WIDTH ? Integer.MAX_VALUE : Math.max(MIN_LABEL_LENGTH, width / 3);
        return label.length() <= maxLength ? label : "…" + label.substring(label.length() - maxLength + 1);
    }

    private int columnWidth(int column) {
        int maxLength = columns.get(column).title().length();
        for (RowLines row : rows) {
            for (List<String> line : row.lines()) {
                maxLength = Math.max(
                        maxLength, column < line.size() ? line.get(column).length() : 0);
            }
        }
        return maxLength;
    }

    /** Empty lines separate the parts. */
    List<String> render() {
        List<String> lines = new ArrayList<>();
        for (List<Integer> part : parts()) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            List<String> titles = columns.stream().map(Column::title).toList();
            lines.add(line(titles, part));
            for (RowLines row : rows) {
                if (row.remark() == null) {
                    row.lines().forEach(cells -> lines.add(line(cells, part)));
                } else {
                    lines.add(truncated(line(row.lines().get(0), List.of()) + SEPARATOR + row.remark()));
                }
            }
        }
        return lines;
    }

    /** Divides the columns into parts that fit into the width: all columns, several groups, or some columns of one group. */
    private List<List<Integer>> parts() {
        List<Integer> columnIndexes = IntStream.range(1, columns.size()).boxed().toList();
        if (fits(columnIndexes)) {
            return List.of(columnIndexes);
        }
        Map<Integer, List<Integer>> groups = new TreeMap<>();
        for (int i = 1; i < columns.size(); i++) {
            groups.computeIfAbsent(columns.get(i).group(), any -> new ArrayList<>())
                    .add(i);
        }
        List<List<Integer>> parts = new ArrayList<>();
        List<Integer> part = new ArrayList<>();
        for (List<Integer> group : groups.values()) {
            for (List<Integer> piece : fits(group) ? List.of(group) : oneColumnEach(group)) {
                if (!part.isEmpty() && !fits(joined(part, piece))) {
                    parts.add(part);
                    part = new ArrayList<>();
                }
                part.addAll(piece);
            }
        }
        parts.add(part);
        return parts;
    }

    private static List<List<Integer>> oneColumnEach(List<Integer> group) {
        return group.stream().map(List::of).toList();
    }

    private static List<Integer> joined(List<Integer> first, List<Integer> second) {
        List<Integer> columnIndexes = new ArrayList<>(first);
        columnIndexes.addAll(second);
        return columnIndexes;
    }

    private boolean fits(List<Integer> part) {
        return columnWidths[0]
                        + part.stream()
                                .mapToLong(i -> SEPARATOR.length() + columnWidths[i])
                                .sum()
                <= width;
    }

    private String line(List<String> cells, List<Integer> part) {
        StringBuilder line = new StringBuilder(padded(cells, 0, false));
        part.forEach(i ->
                line.append(SEPARATOR).append(padded(cells, i, columns.get(i).isNumber())));
        return line.toString();
    }

    private String padded(List<String> cells, int column, boolean isRightAligned) {
        String cell = column < cells.size() ? cells.get(column) : "";
        String blanks = " ".repeat(columnWidths[column] - cell.length());
        return isRightAligned ? blanks + cell : cell + blanks;
    }

    private String truncated(String line) {
        return line.length() <= width ? line : line.substring(0, width - 1) + "…";
    }
}
