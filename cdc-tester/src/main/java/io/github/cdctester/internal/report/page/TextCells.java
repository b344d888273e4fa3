// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page;

import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tables of cells that are texts already: on its way out, for composers that have no typed columns yet. */
public final class TextCells {

    private record NumberText(String text) {
        @Override
        public String toString() {
            return text;
        }
    }

    private TextCells() {}

    /** A cell. */
    public static Cell cell(String text, @Nullable String below, Tone tone, boolean number) {
        return Cell.of(number ? new NumberText(text) : text, tone).below(below);
    }

    /** A table that only the page shows. */
    public static Table table(@Nullable String title, @Nullable String note, List<String> heads, List<Row> rows) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < heads.size(); i++) {
            int column = i;
            boolean number = rows.stream()
                    .map(row -> row.cells().get(column).value())
                    .filter(value -> value != null && !value.toString().isEmpty())
                    .findFirst()
                    .map(NumberText.class::isInstance)
                    .orElse(false);
            columns.add(number ? Column.count("", heads.get(i)) : Column.text("", heads.get(i)));
        }
        return new Table(title == null ? "table" : title, title, note, columns, rows, Detail.PAGE);
    }
}
