// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.internal.report.compose.chart.ChartAnnotations;
import io.github.cdctester.internal.report.compose.chart.ProbeName;
import io.github.cdctester.internal.report.compose.chart.ProbeUnits;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.report.render.CellText;
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
final class ChangePointTables {

    private static final int MOST_TABLES = 20;
    private static final int MOST_STEPS = 100;

    private ChangePointTables() {}

    /** Nothing where there are no probes. */
    static List<Section> of(List<SeriesSteps> series, ProbeUnits units) {
        if (series.isEmpty()) {
            return List.of();
        }
        Map<String, ProbeName> probes =
                ProbeName.of(series.stream().map(SeriesSteps::series).toList());
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
            blocks.add(new Prose("No steps were found in " + flat + " of " + series.size() + " series."));
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
        return new TableBuilder<Step>()
                .add(Column.text("from", "from"), step -> ProbeUnits.text(step.from(), unit))
                .add(Column.text("to", "to"), step -> ProbeUnits.text(step.to(), unit))
                .add(seconds("began"), Step::beginSecond)
                .add(seconds("ended"), Step::endSecond)
                .add(seconds("took"), step -> step.endSecond() - step.beginSecond())
                .add(Column.text("latency", "write p99 ms"), step -> around(step.latencyP99Millis()))
                .add(Column.text("tps", "write TPS").in(1), step -> around(step.transactionsPerSecond()))
                .add(Column.text("delay", "DT p99 ms").in(1), step -> around(step.delayP99Millis()))
                .first(
                        MOST_STEPS,
                        "steps",
                        "Steps of " + ChartAnnotations.shortened(found.series()),
                        found.steps(),
                        Detail.SUMMARY);
    }

    private static Column seconds(String name) {
        return Column.number(name, name, Unit.SECONDS, 0);
    }

    private static Cell around(@Nullable Around around) {
        return around == null
                ? Cell.of("-")
                : Cell.of(text(around.before()) + " → " + text(around.worst()) + " → " + text(around.after())
                        + String.format(Locale.ROOT, " at %.0f s", around.worstSecond()));
    }

    private static String text(@Nullable Double value) {
        return value == null ? "-" : CellText.number(value, Column.SIGNIFICANT);
    }

    private static Table climbs(SeriesSteps found, String unit) {
        return new TableBuilder<Climb>()
                .add(Column.text("direction", "climb"), climb -> climb.isUp() ? "up" : "down")
                .add(Column.count("steps", "steps"), Climb::steps)
                .add(Column.text("from", "from"), climb -> ProbeUnits.text(climb.from(), unit))
                .add(Column.text("to", "to"), climb -> ProbeUnits.text(climb.to(), unit))
                .add(seconds("began"), Climb::beginSecond)
                .add(seconds("ended"), Climb::endSecond)
                .add(seconds("took"), Climb::seconds)
                .first(
                        MOST_STEPS,
                        "climbs",
                        "Climbs and descents of " + ChartAnnotations.shortened(found.series()),
                        found.climbs(),
                        Detail.SUMMARY);
    }
}
