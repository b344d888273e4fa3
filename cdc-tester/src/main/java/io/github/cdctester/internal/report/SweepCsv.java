// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.Spread;
import io.github.cdctester.result.SweepResult.SweepRow;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * sweep.csv: a row a step, with the names of sweep.json's table, and empty cells for what is not known. Of several runs there
 * are the lowest and the highest value beside the median, as {@code ….min} and {@code ….max}.
 */
public final class SweepCsv {

    private SweepCsv() {}

    /**
     * Writes a sweep's table as CSV (RFC 4180, with LF).
     *
     * @param sweep the sweep
     * @return a line of names, and a line a step
     */
    public static String of(SweepResult sweep) {
        Set<String> values = new LinkedHashSet<>();
        sweep.table().forEach(row -> values.addAll(row.values().keySet()));
        List<String> names = new ArrayList<>(List.of(
                "step", sweep.axis(), "label", "status", "reason", "runs", "verdict", "limitedBy", "settleSeconds"));
        for (String value : values) {
            names.add(value);
            if (sweep.repeats() > 1) {
                names.add(value + ".min");
                names.add(value + ".max");
            }
        }
        StringBuilder csv = new StringBuilder(line(names));
        for (SweepRow row : sweep.table()) {
            csv.append(line(cells(row, values, sweep.repeats() > 1)));
        }
        return csv.toString();
    }

    private static List<String> cells(SweepRow row, Set<String> values, boolean spread) {
        List<String> cells = new ArrayList<>(List.of(
                String.valueOf(row.step()),
                number(row.value()),
                row.label(),
                row.status().name(),
                text(row.reason()),
                String.valueOf(row.runs()),
                text(row.verdict()),
                text(row.limitedBy()),
                text(row.settleSeconds())));
        for (String value : values) {
            Spread found = row.values().get(value);
            cells.add(found == null ? "" : number(found.median()));
            if (spread) {
                cells.add(found == null ? "" : number(found.min()));
                cells.add(found == null ? "" : number(found.max()));
            }
        }
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

    private static String line(List<String> cells) {
        return cells.stream().map(SamplesCsv::quoted).collect(Collectors.joining(",")) + "\n";
    }
}
