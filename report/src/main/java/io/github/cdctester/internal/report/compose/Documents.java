// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose;

import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.compose.comparison.ComparisonComposer;
import io.github.cdctester.internal.report.compose.experiment.ExperimentComposer;
import io.github.cdctester.internal.report.compose.findmax.FindMaxComposer;
import io.github.cdctester.internal.report.compose.matrix.MatrixComposer;
import io.github.cdctester.internal.report.compose.run.RunComposer;
import io.github.cdctester.internal.report.compose.sweep.SweepComposer;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.Result;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Composes the documents of results and of running plans. */
public final class Documents {

    /** The current run of an experiment has no such section. */
    private static final String ABOUT = "about";

    private Documents() {}

    /** @param detail {@link Detail#PAGE} includes charts; {@link Detail#SUMMARY} omits content that only pages show */
    public static Document of(Result result, Detail detail) {
        if (result instanceof RunResult run) {
            return RunComposer.of(run, detail);
        } else if (result instanceof PlanResult plan) {
            return RunComposer.of(plan, detail);
        } else if (result instanceof ExperimentResult experiment) {
            return composer(experiment).document();
        }
        return ComparisonComposer.of((Comparison) result);
    }

    public static ExperimentComposer<?> composer(ExperimentResult result) {
        if (result instanceof SweepResult sweep) {
            return new SweepComposer(sweep);
        }
        return result instanceof MatrixResult matrix
                ? new MatrixComposer(matrix)
                : new FindMaxComposer((FindMaxResult) result);
    }

    public static Document page(Result result) {
        return of(result, Detail.PAGE);
    }

    /**
     * Composes the page of a run or plan that is running or was killed.
     *
     * @param currentActivity empty if it is unknown or the run has ended
     */
    public static Document page(UnfinishedRun run, List<SampleRow> samples, String currentActivity) {
        return RunComposer.of(run, samples, currentActivity, Detail.PAGE);
    }

    /**
     * Composes the page of an experiment while one of its runs is active.
     *
     * @param title used until the first run has ended
     * @param completedRuns {@code null} if no run has ended
     * @param prefix prefix for the ids of the current run's sections and charts; different for each run
     */
    public static Document whileRunning(String title, @Nullable Document completedRuns, Document run, String prefix) {
        List<Section> sections = new ArrayList<>(completedRuns == null ? List.of() : completedRuns.sections());
        sections.add(new Section(
                prefix + "now", "Now: " + run.title(), run.headline().text(), List.of(figures(run))));
        run.sections().stream()
                .filter(section -> !section.id().equals(ABOUT))
                .map(section -> new Section(
                        prefix + section.id(),
                        "Now: " + section.title(),
                        section.introduction(),
                        section.blocks().stream()
                                .map(block -> withPrefix(block, prefix))
                                .toList()))
                .forEach(sections::add);
        Headline headline = completedRuns == null ? run.headline() : completedRuns.headline();
        return new Document(
                completedRuns == null ? title : completedRuns.title(),
                "not finished · now " + run.title(),
                new Headline(
                        Tone.NEUTRAL,
                        completedRuns == null ? "Going on: " + run.title() : "Up to now: " + headline.text(),
                        headline.summary(),
                        headline.figures(),
                        headline.limits(),
                        headline.warnings().stream()
                                .filter(warning -> !warning.code().equals(Warning.INTERRUPTED))
                                .toList()),
                sections,
                List.of(),
                List.of(),
                run.footer());
    }

    private static Facts figures(Document run) {
        Facts.Builder facts = new Facts.Builder();
        run.headline()
                .figures()
                .forEach(figure -> facts.add(
                        figure.name(),
                        figure.value() + " " + figure.unit() + (figure.note() == null ? "" : ", " + figure.note())));
        return facts.build(Detail.PAGE);
    }

    /** Different ids prevent a browser from applying the zoom of one run to another run. */
    private static Block withPrefix(Block block, String prefix) {
        if (!(block instanceof Chart chart)) {
            return block;
        }
        String group = chart.group();
        return new Chart(
                prefix + chart.id(),
                chart.title(),
                chart.note(),
                group == null ? null : prefix + group,
                chart.x(),
                chart.ys(),
                chart.series(),
                chart.marks(),
                chart.bands(),
                chart.height());
    }
}
