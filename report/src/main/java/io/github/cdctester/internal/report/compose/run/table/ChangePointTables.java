// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run.table;

import io.github.cdctester.internal.report.compose.chart.ChartAnnotations;
import io.github.cdctester.internal.report.compose.chart.ProbeUnits;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.render.CellText;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.Around;
import io.github.cdctester.result.PlanResult.SeriesSteps.Climb;
import io.github.cdctester.result.PlanResult.SeriesSteps.LoadChange;
import io.github.cdctester.result.PlanResult.SeriesSteps.SeriesStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Creates tables of the steps in probe series, with latency, rate and delay around each step. A series with several steps in
 * one direction (a climb) has a second table.
 */
public final class ChangePointTables {

    private static final int MAX_TABLES = 20;
    private static final int MAX_STEPS = 100;

    /** {@code reaction} is the time since the last start or end of a load; null if other steps happened in that time. */
    private record StepRow(
            SeriesStep step,
            @Nullable Double reaction,
            @Nullable Double sincePrevious) {

        static StepRow of(SeriesStep step, @Nullable SeriesStep previous) {
            return previous == null
                    ? new StepRow(step, step.sinceLoadSeconds(), null)
                    : new StepRow(
                            step,
                            Objects.equals(previous.since(), step.since()) ? null : step.sinceLoadSeconds(),
                            step.endSecond() - previous.endSecond());
        }
    }

    private ChangePointTables() {}

    public static List<Section> of(List<SeriesSteps> series, ProbeUnits units) {
        if (series.isEmpty()) {
            return List.of();
        }
        List<Block> blocks = new ArrayList<>();
        series.stream()
                .filter(seriesSteps -> !seriesSteps.steps().isEmpty())
                .limit(MAX_TABLES)
                .forEach(seriesSteps -> {
                    String unit = units.ofSeries(seriesSteps.series());
                    blocks.add(steps(seriesSteps, unit));
                    if (seriesSteps.climbs().stream().anyMatch(climb -> climb.steps() > 1)) {
                        blocks.add(climbs(seriesSteps, unit));
                    }
                });
        long seriesWithoutSteps = series.stream()
                .filter(seriesSteps -> seriesSteps.steps().isEmpty())
                .count();
        if (seriesWithoutSteps > 0) {
            blocks.add(new Prose("No steps were found in " + seriesWithoutSteps + " of " + series.size() + " series."));
        }
        return List.of(new Section(
                "steps",
                "Steps",
                "Changes of the probes from one level to another. Began: the last second on the old level; ended: the"
                        + " first on the new one. Reaction: from the last start or end of a load to the end of the first step"
                        + " after it; total: the same to the end of each step. Write p99 and TPS cover whole seconds"
                        + " of the plan's first load that writes at the step. They and DT p99 have the form"
                        + " before → worst → after: medians of ten seconds, and the worst value from"
                        + " the step's beginning to ten seconds after its end.",
                blocks));
    }

    private static Table steps(SeriesSteps seriesSteps, String unit) {
        List<StepRow> rows = IntStream.range(0, seriesSteps.steps().size())
                .mapToObj(i -> StepRow.of(
                        seriesSteps.steps().get(i),
                        i == 0 ? null : seriesSteps.steps().get(i - 1)))
                .toList();
        return new TableBuilder<StepRow>()
                .add(Column.text("from", "from"), StepRow::step, step -> ProbeUnits.text(step.from(), unit))
                .add(Column.text("to", "to"), StepRow::step, step -> ProbeUnits.text(step.to(), unit))
                .add(seconds("began"), StepRow::step, SeriesStep::beginSecond)
                .add(seconds("ended"), StepRow::step, SeriesStep::endSecond)
                .add(seconds("took"), StepRow::step, step -> step.endSecond() - step.beginSecond())
                .add(seconds("reaction").inGroup(1), StepRow::reaction)
                .add(seconds("since previous").inGroup(1), StepRow::sincePrevious)
                .add(seconds("total").inGroup(1), StepRow::step, SeriesStep::sinceLoadSeconds)
                .add(Column.text("since", "since").inGroup(1), StepRow::step, step -> loadChange(step.since()))
                .add(Column.text("load", "load").inGroup(2), StepRow::step, step -> text(step.load()))
                .add(
                        Column.text("latency", "write p99 ms").inGroup(2),
                        StepRow::step,
                        step -> beforeAndAfterCell(step.latencyP99Millis()))
                .add(
                        Column.text("tps", "write TPS").inGroup(2),
                        StepRow::step,
                        step -> beforeAndAfterCell(step.transactionsPerSecond()))
                .add(
                        Column.text("delay", "DT p99 ms").inGroup(2),
                        StepRow::step,
                        step -> beforeAndAfterCell(step.delayP99Millis()))
                .buildFirst(
                        MAX_STEPS,
                        "steps",
                        "Steps of " + ChartAnnotations.shortened(seriesSteps.series()),
                        rows,
                        Detail.SUMMARY);
    }

    private static String loadChange(@Nullable LoadChange change) {
        return change == null
                ? "-"
                : text(change.load())
                        + String.format(
                                Locale.ROOT, " %s at %.0f s", change.starts() ? "starts" : "ends", change.second());
    }

    private static String text(@Nullable String load) {
        return load == null ? "-" : PlainText.line(load);
    }

    private static Column seconds(String name) {
        return Column.seconds(name, name, 0);
    }

    private static Cell beforeAndAfterCell(@Nullable Around around) {
        return around == null
                ? Cell.of("-")
                : Cell.of(text(around.before()) + " → " + text(around.worst()) + " → " + text(around.after())
                        + String.format(Locale.ROOT, " at %.0f s", around.worstSecond()));
    }

    private static String text(@Nullable Double value) {
        return value == null ? "-" : CellText.number(value, Column.SIGNIFICANT);
    }

    private static Table climbs(SeriesSteps seriesSteps, String unit) {
        return new TableBuilder<Climb>()
                .add(Column.text("direction", "climb"), climb -> climb.isUp() ? "up" : "down")
                .add(Column.count("steps", "steps"), Climb::steps)
                .add(Column.text("from", "from"), climb -> ProbeUnits.text(climb.from(), unit))
                .add(Column.text("to", "to"), climb -> ProbeUnits.text(climb.to(), unit))
                .add(seconds("began"), Climb::beginSecond)
                .add(seconds("ended"), Climb::endSecond)
                .add(seconds("took"), Climb::seconds)
                .add(seconds("total"), Climb::sinceLoadSeconds)
                .add(Column.text("since", "since"), climb -> loadChange(climb.since()))
                .buildFirst(
                        MAX_STEPS,
                        "climbs",
                        "Climbs and descents of " + ChartAnnotations.shortened(seriesSteps.series()),
                        seriesSteps.climbs(),
                        Detail.SUMMARY);
    }
}
