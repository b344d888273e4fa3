// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.Around;
import io.github.cdctester.result.PlanResult.SeriesSteps.Climb;
import io.github.cdctester.result.PlanResult.SeriesSteps.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The steps of the probes' series: a row a step with what latency, rate and delay did around it, and a row a climb. */
final class StepTables {

    private static final int MOST_TABLES = 20;
    private static final int MOST_STEPS = 100;

    private StepTables() {}

    /** Nothing where there are no probes. */
    static List<Section> of(List<SeriesSteps> series, ProbeUnits units) {
        if (series.isEmpty()) {
            return List.of();
        }
        List<String> names = series.stream().map(SeriesSteps::series).toList();
        Map<String, ProbeName> probes = ProbeName.of(names);
        List<Block> blocks = new ArrayList<>();
        series.stream()
                .filter(found -> !found.steps().isEmpty())
                .limit(MOST_TABLES)
                .forEach(found -> {
                    ProbeName probe = probes.get(found.series());
                    String unit = probe == null ? "" : units.of(probe);
                    blocks.add(steps(found, unit));
                    if (found.climbs().stream().anyMatch(climb -> climb.steps() > 1)) {
                        blocks.add(climbs(found, unit));
                    }
                });
        long flat = series.stream().filter(found -> found.steps().isEmpty()).count();
        if (flat > 0) {
            blocks.add(new Prose(
                    flat == series.size()
                            ? "No steps were found in "
                                    + (flat == 1 ? "the series." : "any of the " + flat + " series.")
                            : "No steps were found in " + flat + " of " + series.size() + " series."));
        }
        return List.of(new Section(
                "steps",
                "Steps",
                "How the probes went from one level to another. Began: the last second on the old level; ended: the"
                    + " first on the new one. Write p99, TPS and DT p99 are those before → worst → after: medians of"
                    + " ten seconds, and the worst from a step's begin to ten seconds behind it.",
                blocks));
    }

    private static Table steps(SeriesSteps found, String unit) {
        return TextCells.table(
                "Steps of " + RunMarks.shortened(found.series()),
                found.steps().size() > MOST_STEPS
                        ? "The first " + MOST_STEPS + " of " + found.steps().size() + "."
                        : null,
                List.of("from", "to", "began s", "ended s", "took s", "write p99 ms", "write TPS", "DT p99 ms"),
                found.steps().stream()
                        .limit(MOST_STEPS)
                        .map(step -> row(step, unit))
                        .toList());
    }

    private static Row row(Step step, String unit) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cells.number(ProbeUnits.text(step.from(), unit)));
        cells.add(Cells.number(ProbeUnits.text(step.to(), unit)));
        cells.add(seconds(step.beginSecond()));
        cells.add(seconds(step.endSecond()));
        cells.add(seconds(step.endSecond() - step.beginSecond()));
        cells.add(around(step.latencyP99Millis()));
        cells.add(around(step.transactionsPerSecond()));
        cells.add(around(step.delayP99Millis()));
        return Row.of(cells);
    }

    private static Cell around(@Nullable Around around) {
        return around == null
                ? Cells.number("-")
                : TextCells.cell(
                        text(around.before()) + " → " + text(around.worst()) + " → " + text(around.after()),
                        String.format(Locale.ROOT, "worst at %.0f s", around.worstSecond()),
                        Tone.NEUTRAL,
                        true);
    }

    private static String text(@Nullable Double value) {
        if (value == null || value == 0) {
            return value == null ? "-" : "0";
        }
        return String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.3f" : "%.1f", value);
    }

    private static Cell seconds(double seconds) {
        return Cells.number(String.format(Locale.ROOT, "%.0f", seconds));
    }

    private static Table climbs(SeriesSteps found, String unit) {
        return TextCells.table(
                "Climbs and descents of " + RunMarks.shortened(found.series()),
                null,
                List.of("", "steps", "from", "to", "began s", "ended s", "took s"),
                found.climbs().stream()
                        .limit(MOST_STEPS)
                        .map(climb -> climb(climb, unit))
                        .toList());
    }

    private static Row climb(Climb climb, String unit) {
        return Cells.row(
                Cells.text(climb.isUp() ? "up" : "down"),
                Cells.number(climb.steps()),
                Cells.number(ProbeUnits.text(climb.from(), unit)),
                Cells.number(ProbeUnits.text(climb.to(), unit)),
                seconds(climb.beginSecond()),
                seconds(climb.endSecond()),
                Cells.number(RunWords.one(climb.seconds())));
    }
}
