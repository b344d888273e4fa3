// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.Around;
import io.github.cdctester.result.PlanResult.SeriesSteps.Climb;
import io.github.cdctester.result.PlanResult.SeriesSteps.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The steps of a probe's series: a row a step, with the latency around it, and one for each climb of several. */
final class StepRows {

    private static final int MOST = 40;

    private StepRows() {}

    static List<String> of(SeriesSteps series) {
        List<String> rows = new ArrayList<>();
        if (series.steps().isEmpty()) {
            return rows;
        }
        rows.add("");
        rows.add(row("steps of", "from s", "to s", "from", "to", "p99 before/max/aft"));
        for (Step step : series.steps().subList(0, Math.min(MOST, series.steps().size()))) {
            rows.add(row(
                    cut(series.series()),
                    one(step.beginSecond()),
                    one(step.endSecond()),
                    number(step.from()),
                    number(step.to()),
                    around(step.latencyP99Millis())));
        }
        if (series.steps().size() > MOST) {
            rows.add("  and " + (series.steps().size() - MOST) + " more");
        }
        for (Climb climb : series.climbs()) {
            if (climb.steps() > 1) {
                rows.add(row(
                        climb.isUp() ? "  whole climb" : "  whole descent",
                        one(climb.beginSecond()),
                        one(climb.endSecond()),
                        number(climb.from()),
                        number(climb.to()),
                        String.format(Locale.ROOT, "%.0f s", climb.seconds())));
            }
        }
        return rows;
    }

    private static String row(Object... cells) {
        return String.format(Locale.ROOT, "%-18s %7s %7s %12s %12s %18s", cells).stripTrailing();
    }

    private static String around(@Nullable Around around) {
        return around == null
                ? ""
                : millis(around.before()) + "/" + millis(around.worst()) + "/" + millis(around.after());
    }

    private static String millis(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.1f", value);
    }

    private static String one(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    private static String number(double value) {
        double size = Math.abs(value);
        if (size >= 1e9) {
            return String.format(Locale.ROOT, "%.3fe9", value / 1e9);
        }
        if (size >= 1e6) {
            return String.format(Locale.ROOT, "%.3fe6", value / 1e6);
        }
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.3f", value);
    }

    private static String cut(String name) {
        String plain = PlainText.line(name);
        return plain.length() <= 18 ? plain : plain.substring(0, 17) + "…";
    }
}
