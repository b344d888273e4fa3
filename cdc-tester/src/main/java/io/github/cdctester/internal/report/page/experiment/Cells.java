// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.SweepText.Line;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.page.TextCells;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cells and rows of tables. */
final class Cells {

    private Cells() {}

    static Cell text(@Nullable String text) {
        return text(text, Tone.NEUTRAL);
    }

    static Cell text(@Nullable String text, Tone tone) {
        return TextCells.cell(text == null ? "" : text, null, tone, false);
    }

    static Cell number(String text) {
        return TextCells.cell(text, null, Tone.NEUTRAL, true);
    }

    static Cell number(String text, @Nullable String below, Tone tone) {
        return TextCells.cell(text, below, tone, true);
    }

    static Row row(Cell... cells) {
        return Row.of(List.of(cells));
    }

    /** Some cells, and empty ones up to the width of the table. */
    static Row filled(int columns, Cell... cells) {
        List<Cell> row = new ArrayList<>(List.of(cells));
        row.addAll(Collections.nCopies(Math.max(0, columns - cells.length), text("")));
        return Row.of(row);
    }

    /** What stands around a table of text. */
    static Table lines(@Nullable String title, List<Line> lines) {
        return TextCells.table(
                title,
                null,
                List.of("about", "what"),
                lines.stream()
                        .map(line -> row(text(line.label()), text(line.words(), tone(line.label()))))
                        .toList());
    }

    private static Tone tone(String label) {
        return label.equals("failed") ? Tone.BAD : Tone.NEUTRAL;
    }
}
