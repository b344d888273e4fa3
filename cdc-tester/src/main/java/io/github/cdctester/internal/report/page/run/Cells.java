// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.DurationSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Cells and rows of a page's tables. */
final class Cells {

    static final List<String> DURATION_COLUMNS =
            List.of("count", "mean ms", "p50 ms", "p95 ms", "p99 ms", "p99.9 ms", "max ms");

    private Cells() {}

    static Cell text(String text) {
        return TextCells.cell(PlainText.line(text), null, Tone.NEUTRAL, false);
    }

    static Cell toned(String text, Tone tone) {
        return TextCells.cell(PlainText.line(text), null, tone, false);
    }

    static Cell number(String number) {
        return TextCells.cell(number, null, Tone.NEUTRAL, true);
    }

    static Cell number(long number) {
        return number(String.valueOf(number));
    }

    static Cell millis(@Nullable Double millis) {
        return number(RunWords.millis(millis));
    }

    static Row row(Cell... cells) {
        return Row.of(Arrays.asList(cells));
    }

    /** A name, and what is to be said of it. */
    static Row entry(String name, String words) {
        return row(text(name), text(words));
    }

    static Row duration(String name, DurationSummary duration) {
        DurationSummary known = duration.carried();
        return Row.of(Stream.of(
                        text(name),
                        number(duration.count()),
                        millis(duration.meanMillis()),
                        millis(known.p50Millis()),
                        millis(known.p95Millis()),
                        millis(known.p99Millis()),
                        millis(known.p999Millis()),
                        millis(duration.maxMillis()))
                .toList());
    }

    /** A table of durations. */
    static Table durations(String title, @Nullable String note, List<Row> rows) {
        List<String> columns = new ArrayList<>();
        columns.add("");
        columns.addAll(DURATION_COLUMNS);
        return TextCells.table(title, note, columns, rows);
    }
}
