// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.WriteSummary;
import io.github.cdctester.result.WriteSummary.WorkloadSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The part of the table that has a row a load; nothing where there is only one. */
final class LoadRows {

    private LoadRows() {}

    static List<String> of(@Nullable WriteSummary write) {
        List<String> rows = new ArrayList<>();
        if (write == null || write.workloads().isEmpty()) {
            return rows;
        }
        rows.add("");
        rows.add(row("workload", "total", "TPS", "QPS", "lat p50", "lat p99", "lat max"));
        for (WorkloadSummary load : write.workloads()) {
            WriteSummary its = load.write();
            rows.add(row(
                    load.name(),
                    String.valueOf(its.transactions()),
                    number(its.transactionsPerSecond()),
                    number(its.queriesPerSecond()),
                    millis(its.latency().carried().p50Millis()),
                    millis(its.latency().carried().p99Millis()),
                    millis(its.latency().maxMillis())));
        }
        return rows;
    }

    private static String row(String name, String... cells) {
        StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-21s", name));
        for (String cell : cells) {
            row.append(String.format(Locale.ROOT, " %9s", cell));
        }
        return row.toString();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 1 ? "%.3f" : "%.1f", value);
    }

    private static String millis(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, value < 100_000 ? "%.3f" : "%.0f", value);
    }
}
