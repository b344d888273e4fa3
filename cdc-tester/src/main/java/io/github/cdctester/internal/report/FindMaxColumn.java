// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.limit.FewValues;
import io.github.cdctester.result.FindMaxResult.TrialRow;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of the trials of a search for the highest rate.
 *
 * @param title its head
 * @param isNumber whether its cells are numbers
 * @param cell a trial's cell; {@code -} where nothing is known
 */
public record FindMaxColumn(String title, boolean isNumber, Function<TrialRow, String> cell) {

    /** All of them, from left to right. */
    public static final List<FindMaxColumn> ALL = List.of(
            new FindMaxColumn("step", true, row -> String.valueOf(row.step())),
            new FindMaxColumn("rate", true, row -> FindMaxText.rate(row.rate())),
            new FindMaxColumn("for", false, row -> FindMaxText.words(row.purpose())),
            new FindMaxColumn("outcome", false, row -> FindMaxText.words(row.outcome())),
            new FindMaxColumn("reached", true, row -> number(row.values().get("write.transactionsPerSecond"), 1)),
            new FindMaxColumn("growth %", true, row -> number(row.backlogGrowthPercent(), 1)),
            new FindMaxColumn("DT p50", true, row -> shown(row, "cdc.delay.p50Millis")),
            new FindMaxColumn("DT p99", true, row -> shown(row, "cdc.delay.p99Millis")));

    private static String shown(TrialRow row, String name) {
        return number(FewValues.shown(row.values(), name, Double::doubleValue), 3);
    }

    /** A cell with a number. */
    static String number(@Nullable Double value, int digits) {
        return value == null ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
