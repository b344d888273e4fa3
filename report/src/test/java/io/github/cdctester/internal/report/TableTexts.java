// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.render.CellText;
import java.util.List;
import java.util.stream.IntStream;

public final class TableTexts {

    private TableTexts() {}

    public static List<String> headings(Table table) {
        return table.columns().stream().map(Column::title).toList();
    }

    public static List<String> row(Table table, int row) {
        return cells(table, table.rows().get(row));
    }

    public static List<String> cells(Table table, Row row) {
        return IntStream.range(0, row.cells().size())
                .mapToObj(i -> CellText.of(row.cells().get(i), table.columns().get(i)))
                .toList();
    }

    public static String of(Cell cell) {
        return String.valueOf(cell.value());
    }
}
