// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.text.Csv;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.MatrixResult.Reduction;
import io.github.cdctester.result.SweepResult.Spread;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** matrix.csv: a row for each workload, value and setting, with empty cells for what is not known. */
public final class MatrixCsv implements Format<MatrixResult> {

    @Override
    public void write(MatrixResult matrix, Writer out) throws IOException {
        List<Map<String, String>> rows =
                matrix.table().stream().map(row -> row(row, matrix)).toList();
        Set<String> names = new LinkedHashSet<>();
        rows.forEach(row -> names.addAll(row.keySet()));
        Csv.write(names, rows.stream(), out);
    }

    private static Map<String, String> row(MatrixRow row, MatrixResult matrix) {
        Map<String, String> cells = new LinkedHashMap<>();
        cells.put("workload", row.workload());
        cells.put(matrix.axis(), row.label());
        cells.put("setting", row.setting());
        cells.put("runs", String.valueOf(row.runs()));
        Spread spread = row.spread();
        cells.put("queriesPerSecond", text(row.queriesPerSecond()));
        cells.put("queriesPerSecond.median", text(spread == null ? null : spread.median()));
        cells.put("queriesPerSecond.min", text(spread == null ? null : spread.min()));
        cells.put("queriesPerSecond.max", text(spread == null ? null : spread.max()));
        Reduction reduced = row.reduced();
        cells.put("reducedByPercent", text(reduced == null ? null : reduced.percent()));
        cells.put("reducedByPercent.low", text(reduced == null ? null : reduced.lowPercent()));
        cells.put("reducedByPercent.high", text(reduced == null ? null : reduced.highPercent()));
        cells.put("pValue", text(reduced == null ? null : reduced.pValue()));
        cells.put("insideNoise", text(reduced == null ? null : reduced.insideNoise()));
        row.values().forEach((name, mean) -> cells.put(name, text(mean)));
        return cells;
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }
}
