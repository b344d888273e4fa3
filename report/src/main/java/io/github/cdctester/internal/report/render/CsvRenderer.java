// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.render;

import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.text.Csv;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Renders a table as CSV. The header contains the column ids, numbers have all their digits, and spreads have the columns
 * {@code .min} and {@code .max}.
 */
public final class CsvRenderer {

    private CsvRenderer() {}

    public static String render(Table table) {
        StringWriter text = new StringWriter();
        try {
            write(table, text);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        return text.toString();
    }

    /** If a row has a remark, its missing cells are empty. */
    public static void write(Table table, Writer out) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < table.columns().size(); i++) {
            String id = table.columns().get(i).id();
            if (!id.isEmpty()) {
                names.add(id);
                int column = i;
                if (table.rows().stream()
                        .anyMatch(row -> column < row.cells().size()
                                && row.cells().get(column).min() != null)) {
                    names.add(id + ".min");
                    names.add(id + ".max");
                }
            }
        }
        Csv.write(names, table.rows().stream().map(row -> cells(row, table)), out);
    }

    private static Map<String, String> cells(Row row, Table table) {
        Map<String, String> cells = new LinkedHashMap<>();
        for (int i = 0; i < row.cells().size(); i++) {
            Column column = table.columns().get(i);
            Cell cell = row.cells().get(i);
            if (!column.id().isEmpty()) {
                cells.put(column.id(), CellText.exact(cell.value()));
                if (cell.min() != null) {
                    cells.put(column.id() + ".min", CellText.exact(cell.min()));
                    cells.put(column.id() + ".max", CellText.exact(cell.max()));
                }
            }
        }
        return cells;
    }
}
