// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.text.Csv;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * sweep.csv: a row a step, with the names of sweep.json's table, and empty cells for what is not known. Of several runs there
 * are the lowest and the highest value beside the median, as {@code ….min} and {@code ….max}.
 */
public final class SweepCsv implements Format<SweepResult> {

    @Override
    public void write(SweepResult sweep, Writer out) throws IOException {
        List<Map<String, String>> rows =
                sweep.table().stream().map(row -> row(row, sweep)).toList();
        Set<String> names = new LinkedHashSet<>();
        rows.forEach(row -> names.addAll(row.keySet()));
        Csv.write(names, rows.stream(), out);
    }

    private static Map<String, String> row(SweepRow row, SweepResult sweep) {
        Map<String, String> cells = new LinkedHashMap<>();
        cells.put("step", String.valueOf(row.step()));
        cells.put(sweep.axis(), number(row.value()));
        cells.put("label", row.label());
        cells.put("status", row.status().name());
        cells.put("reason", text(row.reason()));
        cells.put("runs", String.valueOf(row.runs()));
        cells.put("verdict", text(row.verdict()));
        cells.put("limitedBy", text(row.limitedBy()));
        cells.put("settleSeconds", text(row.settleSeconds()));
        row.values().forEach((name, spread) -> {
            cells.put(name, number(spread.median()));
            if (sweep.repeats() > 1) {
                cells.put(name + ".min", number(spread.min()));
                cells.put(name + ".max", number(spread.max()));
            }
        });
        return cells;
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }
}
