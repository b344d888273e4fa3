// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.sweep;

import io.github.cdctester.internal.report.compose.experiment.ProbeTables;
import io.github.cdctester.internal.report.compose.experiment.Provenance;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.compose.experiment.VerdictCell;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Download;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.report.render.CsvRenderer;
import io.github.cdctester.internal.report.render.MarkdownRenderer;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;
import io.github.cdctester.result.SweepResult.StepResult.Status;
import io.github.cdctester.result.SweepResult.SweepRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sweep: the saturation point, load compared with delay, one row per step. */
public final class SweepComposer {

    private final SweepResult sweep;
    private final SweepSteps steps;
    private final Provenance provenance;

    private SweepComposer(SweepResult sweep) {
        this.sweep = sweep;
        steps = new SweepSteps(sweep);
        provenance = new Provenance(sweep.steps().stream().map(StepResult::result), sweep.startedAt());
    }

    public static Document of(SweepResult sweep) {
        return new SweepComposer(sweep).document();
    }

    /** The values of each step, as sweep.csv has them. */
    public static Table values(SweepResult sweep) {
        return SweepColumns.values(sweep);
    }

    /** Returns the table of the steps for a user's own document. */
    public static String markdown(SweepResult sweep) {
        SweepComposer composer = new SweepComposer(sweep);
        return MarkdownRenderer.render(composer.title(), composer.essence());
    }

    private String title() {
        String axis = steps.axis() + " " + String.join(", ", sweep.values());
        return "Sweep: "
                + provenance.load(
                        sweep.workload(), sweep.background(), !sweep.axis().equals("threads")) + ", " + axis;
    }

    private Document document() {
        List<Section> sections = new ArrayList<>();
        sections.add(new Section(
                "sizes",
                "Transaction size against delay",
                "The log holds a large transaction in one piece. Its last byte, and everything committed after it,"
                        + " waits until the whole transaction has been sent.",
                LargeTransactionCharts.of(steps)));
        sections.add(new Section(
                "load",
                "Load against delay",
                "As long as the stream keeps up, the delay hardly depends on the load. Where it falls behind, the"
                        + " delay rises and the stream carries less than is written.",
                SweepCharts.of(steps)));
        sections.add(new Section("table", "Steps", null, essence()));
        sections.add(ProbeTables.of(
                steps.axis(),
                sweep.steps(),
                step -> step.label() + (sweep.repeats() == 1 ? "" : ", run " + step.repeat()),
                StepResult::result));
        sections.add(new Section("runs", "Runs", null, List.of(runs())));
        sections.add(new Section("about", "How it was measured", null, List.of(about())));
        return new Document(
                title(),
                provenance.subtitle()
                        + (sweep.repeats() == 1 ? "" : ", " + sweep.repeats() + " runs per step")
                        + (sweep.interrupted() ? " (interrupted)" : ""),
                new SweepHeadline(steps).headline(),
                sections,
                suites(),
                List.of(
                        new Download("sweep.csv", "a row per step", "text/csv", CsvRenderer.render(values(sweep))),
                        new Download("sweep.md", "the table for a document", "text/markdown", markdown(sweep))),
                provenance.footer("sweep.json"));
    }

    private List<Block> essence() {
        Facts.Builder facts = new Facts.Builder();
        for (SweepRow row : sweep.table()) {
            if (row.status() == Status.FAILED) {
                facts.add("failed", row.label() + ": " + row.reason(), Tone.BAD);
            }
        }
        facts.add("failed", sweep.failure(), Tone.BAD);
        if (sweep.endedBecause() != null) {
            List<String> skipped = sweep.table().stream()
                    .filter(row -> row.status() == Status.SKIPPED)
                    .map(SweepRow::label)
                    .distinct()
                    .toList();
            facts.add(
                    "ended",
                    sweep.endedBecause() + (skipped.isEmpty() ? "" : "; skipped: " + String.join(", ", skipped)));
        }
        for (SweepRow row : sweep.table()) {
            row.remarks().forEach(remark -> facts.add("remark", row.label() + ": " + remark.text()));
        }
        return List.of(SweepColumns.table(sweep, provenance.isFollowed()), facts.build(Detail.ESSENTIAL));
    }

    private Block about() {
        Facts.Builder facts = new Facts.Builder();
        provenance.addSource(facts, sweep.restMillis());
        steps.runs().addInformation(facts);
        Facts about = facts.build(Detail.SUMMARY);
        return about.facts().isEmpty() ? new Prose("Nothing was measured.") : about;
    }

    private Table runs() {
        return new TableBuilder<StepResult>()
                .add(Column.count("step", steps.axis()), StepResult::label)
                .add(Column.count("run", "run"), StepResult::repeat)
                .add("folder", StepResult::folder)
                .add(
                        Column.text("status", "status"),
                        step -> Cell.of(
                                PlainText.words(step.status()),
                                step.status() == Status.FAILED ? Tone.BAD : Tone.NEUTRAL))
                .add("verdict", step -> {
                    RunResult result = step.result();
                    return VerdictCell.of(result == null ? null : result.verdict());
                })
                .add(
                        Column.text("beganAtRest", "at rest before"),
                        step -> Cell.of(
                                atRest(step.beganAtRest()),
                                Boolean.FALSE.equals(step.beganAtRest()) ? Tone.UNSURE : Tone.NEUTRAL))
                .add(
                        Column.number("settleSeconds", "settle", Unit.SECONDS, 1),
                        step -> step.settling() == null ? "" : step.settling().seconds())
                .add(Column.text("reason", "reason"), StepResult::reason)
                .build(
                        "runs",
                        null,
                        "Each folder, in the sweep's directory, has the result.json and the samples of its run.",
                        sweep.steps(),
                        Detail.PAGE);
    }

    private static String atRest(@Nullable Boolean atRest) {
        return atRest == null ? "not known" : atRest ? "yes" : "no";
    }

    private List<TestSuite> suites() {
        List<TestSuite> suites = new ArrayList<>(List.of(TestSuites.around(sweep)));
        for (StepResult step : sweep.steps()) {
            String name = sweep.axis() + " " + step.label() + ", run " + step.repeat();
            String place = TestSuites.place(SweepResult.KIND, step.folder());
            RunResult result = step.result();
            suites.add(
                    result == null
                            ? TestSuites.without(
                                    name, place, sweep.startedAt(), step.status() == Status.SKIPPED, step.reason())
                            : TestSuites.run(
                                    name,
                                    place,
                                    result,
                                    step.status() == Status.DONE ? null : String.valueOf(step.reason())));
        }
        return suites;
    }
}
