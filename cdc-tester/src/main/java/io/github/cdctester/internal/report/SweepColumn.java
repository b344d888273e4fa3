// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.limit.FewValues;
import io.github.cdctester.result.SweepResult.Spread;
import io.github.cdctester.result.SweepResult.SweepRow;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of a sweep's table.
 *
 * @param group columns that stand together
 * @param title its head
 * @param isNumber whether its cells are numbers
 * @param cells a row's cells: the value, and where there are several runs the lowest and the highest; empty where unknown
 */
public record SweepColumn(Group group, String title, boolean isNumber, Function<SweepRow, List<String>> cells) {

    /** Which columns stand in one table where the terminal is narrow. */
    public enum Group {
        /** The columns of PolarDB-X's own test. */
        PUBLISHED,
        /** What else there is about the stream and the tester. */
        MORE,
        /** About large transactions. */
        LARGE
    }

    /** A number by its name in {@link SweepRow#values()}, divided by a unit. */
    static SweepColumn number(Group group, String title, String name, double unit, int digits) {
        return new SweepColumn(group, title, true, row -> {
            Spread spread = FewValues.shown(row.values(), name, Spread::min);
            if (spread == null) {
                return List.of();
            }
            String median = text(spread.median() / unit, digits);
            return row.runs() == 1
                    ? List.of(median)
                    : List.of(median, text(spread.min() / unit, digits), text(spread.max() / unit, digits));
        });
    }

    static SweepColumn text(Group group, String title, Function<SweepRow, @Nullable String> cell) {
        return new SweepColumn(group, title, false, row -> {
            String text = cell.apply(row);
            return text == null ? List.of() : List.of(text);
        });
    }

    /** Whether any row has something in it. */
    boolean isIn(List<SweepRow> rows) {
        return rows.stream().anyMatch(row -> !cells.apply(row).isEmpty());
    }

    /**
     * Gives a row's cell.
     *
     * @param which 0 for its value, 1 for the lowest over its runs, 2 for the highest
     * @return the text; {@code -} where the value is not known, and empty where the lowest and the highest are not
     */
    public String cell(SweepRow row, int which) {
        List<String> all = cells.apply(row);
        if (all.isEmpty()) {
            return which == 0 ? "-" : "";
        }
        return which < all.size() ? all.get(which) : "";
    }

    private static String text(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
