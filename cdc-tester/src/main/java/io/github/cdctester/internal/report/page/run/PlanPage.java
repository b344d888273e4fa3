// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The page of a plan: its phases, probes, steps and actions, and all of it as one run. */
public final class PlanPage {

    /** Values like these are bytes where the plan does not tell the unit. */
    private static final double LIKE_BYTES = 1e6;

    private static final int MOST_ACTIONS = 200;

    private PlanPage() {}

    /** Composes the page. */
    public static Document of(PlanResult plan) {
        RunResult whole = plan.whole();
        RunCharts charts = RunCharts.of(whole);
        Backdrop backdrop = RunMarks.backdrop(whole, charts, plan.actions());
        ProbeUnits units = ProbeUnits.of(plan);
        List<Section> sections = new ArrayList<>();
        sections.add(PhaseTables.overview(plan));
        pictures(charts, units, plan.series(), sections);
        List<Block> probes =
                new ProbeCharts(charts.probes().curves(), units, plan.series(), charts.time()).over(backdrop);
        if (!probes.isEmpty()) {
            sections.add(new Section(
                    "probes",
                    "Probes",
                    "A line is a series; it has gaps while what it belongs to is not there.",
                    probes));
        }
        sections.addAll(StepTables.of(plan.series(), units));
        actions(plan.actions(), sections);
        sections.addAll(new RunSections(whole, charts, backdrop).all());
        sections.addAll(PhaseTables.each(plan));
        sections.add(AboutTable.section(whole));
        SamplesDownload samples = SamplesDownload.of(whole);
        return new Document(
                PlainText.line(plan.label()),
                PlainText.line(plan.steps().size()
                        + (plan.steps().size() == 1 ? " phase · " : " phases · ")
                        + RunPage.subtitle(whole)),
                RunAnswer.of(whole, plan.failure()),
                RunPage.withNote(sections, samples.note()),
                samples.files(),
                RunPage.footer(whole));
    }

    /** The published pictures of a main and a second load, where the plan has these and reads a size beside them. */
    static void pictures(RunCharts charts, ProbeUnits units, List<SeriesSteps> steps, List<Section> sections) {
        List<Block> pictures =
                charts.elastic().charts(charts.probes().curves(), size(charts, units, steps), ProbeUnits.BYTES);
        if (!pictures.isEmpty()) {
            sections.add(new Section(
                    "elasticity",
                    "Main and second load",
                    "The pictures of the published elasticity test: how the first load fares while a second one comes"
                            + " and goes, and what the server makes of it.",
                    pictures));
        }
    }

    /** The series of bytes with the most steps; empty where none is of bytes. */
    private static String size(RunCharts charts, ProbeUnits units, List<SeriesSteps> steps) {
        Map<String, ProbeName> names = ProbeName.of(charts.probes().curves().names());
        return names.values().stream()
                .filter(name -> units.of(name).equals(ProbeUnits.BYTES)
                        || units.units().isEmpty()
                                && isLikeBytes(charts.probes().curves(), name))
                .max(Comparator.comparingLong(name -> steps.stream()
                        .filter(found -> found.series().equals(name.series()))
                        .mapToLong(found -> found.steps().size())
                        .sum()))
                .map(ProbeName::series)
                .orElse("");
    }

    private static boolean isLikeBytes(Curves curves, ProbeName name) {
        double[] values = curves.series(name.series(), name.series(), Series.Shape.STEP, 0)
                .y();
        for (double value : values) {
            if (value < LIKE_BYTES) {
                return false;
            }
        }
        return values.length > 0;
    }

    static void actions(List<ActionMark> actions, List<Section> sections) {
        if (actions.isEmpty()) {
            return;
        }
        sections.add(new Section(
                "actions",
                "Actions",
                null,
                List.of(TextCells.table(
                        null,
                        actions.size() > MOST_ACTIONS
                                ? "The first " + MOST_ACTIONS + " of " + actions.size() + "."
                                : null,
                        List.of("phase", "at s", "took ms", "what", "came to"),
                        actions.stream()
                                .limit(MOST_ACTIONS)
                                .map(PlanPage::action)
                                .toList()))));
    }

    private static Row action(ActionMark action) {
        Double millis = action.millis();
        String failure = action.failure();
        return Cells.row(
                Cells.text(action.phase()),
                Cells.number(RunWords.one(action.second())),
                Cells.number(millis == null ? "-" : String.format(Locale.ROOT, "%.0f", millis)),
                Cells.text(action.text()),
                failure == null ? Cells.toned("done", Tone.GOOD) : Cells.toned("failed: " + failure, Tone.BAD));
    }
}
