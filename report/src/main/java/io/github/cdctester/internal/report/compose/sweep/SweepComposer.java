// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.sweep;

import io.github.cdctester.internal.report.compose.experiment.ConsumerTable;
import io.github.cdctester.internal.report.compose.experiment.ExperimentComposer;
import io.github.cdctester.internal.report.compose.experiment.NamedRun;
import io.github.cdctester.internal.report.compose.experiment.ProbeTables;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.compose.experiment.VerdictCell;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Composes the document of a sweep. */
public final class SweepComposer extends ExperimentComposer<SweepResult> {

    private final SweepSteps steps;

    public SweepComposer(SweepResult sweep) {
        super(sweep);
        steps = new SweepSteps(sweep);
    }

    @Override
    protected String suiteName(Trial trial) {
        return result.axis() + " " + trial.label() + ", run " + trial.repeat();
    }

    @Override
    public Optional<Table> values() {
        return Optional.of(SweepColumns.values(result));
    }

    @Override
    protected Headline headline() {
        return new SweepHeadline(steps).headline();
    }

    @Override
    protected String subtitle() {
        return super.subtitle() + (result.repeats() == 1 ? "" : ", " + result.repeats() + " runs per step");
    }

    @Override
    protected String title() {
        String axis = steps.axis() + " " + String.join(", ", result.values());
        return "Sweep: "
                + provenance.loadText(
                        result.workload(), result.background(), !result.axis().equals("threads")) + ", " + axis;
    }

    @Override
    protected List<Section> sections() {
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
                "As long as the stream keeps up, the delay hardly depends on the load. If it falls behind, the delay"
                        + " rises and the stream carries less than is written.",
                SweepCharts.of(steps)));
        sections.add(new Section("table", "Steps", null, markdownBlocks()));
        List<NamedRun> runs = NamedRun.of(
                result.steps(), trial -> trial.label() + (result.repeats() == 1 ? "" : ", run " + trial.repeat()));
        sections.add(new Section("consumers", "Consumers", null, ConsumerTable.of("consumers", steps.axis(), runs)));
        sections.add(ProbeTables.of(steps.axis(), runs));
        sections.add(new Section("runs", "Runs", null, List.of(runs())));
        sections.add(new Section("about", "How it was measured", null, List.of(about())));
        return sections;
    }

    @Override
    protected List<Block> markdownBlocks() {
        Facts.Builder facts = new Facts.Builder();
        for (SweepRow row : result.table()) {
            if (row.status() == Status.FAILED) {
                facts.add("failed", row.label() + ": " + row.reason(), Tone.BAD);
            }
        }
        facts.add("failed", result.failure(), Tone.BAD);
        if (result.endedBecause() != null) {
            List<String> skipped = result.table().stream()
                    .filter(row -> row.status() == Status.SKIPPED)
                    .map(SweepRow::label)
                    .distinct()
                    .toList();
            facts.add(
                    "ended",
                    result.endedBecause() + (skipped.isEmpty() ? "" : "; skipped: " + String.join(", ", skipped)));
        }
        for (SweepRow row : result.table()) {
            row.remarks().forEach(remark -> facts.add("remark", row.label() + ": " + remark.text()));
        }
        return List.of(SweepColumns.table(result, provenance.followsStream()), facts.build(Detail.ESSENTIAL));
    }

    private Block about() {
        Facts.Builder facts = new Facts.Builder();
        provenance.addSource(facts, result.idleMillis());
        steps.runWarnings().addInformation(facts);
        Facts about = facts.build(Detail.SUMMARY);
        return about.facts().isEmpty() ? new Prose("Nothing was measured.") : about;
    }

    private Table runs() {
        return new TableBuilder<Trial>()
                .add(Column.count("step", steps.axis()), Trial::label)
                .add(Column.count("run", "run"), Trial::repeat)
                .add("folder", Trial::folder)
                .add(
                        Column.text("status", "status"),
                        trial -> Cell.of(
                                PlainText.asWords(trial.status()),
                                trial.status() == Status.FAILED ? Tone.BAD : Tone.NEUTRAL))
                .add("verdict", trial -> VerdictCell.of(trial.result()))
                .add(
                        Column.text("startedIdle", "idle before"),
                        trial -> Cell.of(
                                idleText(trial.startedIdle()),
                                Boolean.FALSE.equals(trial.startedIdle()) ? Tone.UNSURE : Tone.NEUTRAL))
                .add(
                        Column.seconds("settleSeconds", "settle", 1),
                        trial ->
                                trial.settling() == null ? "" : trial.settling().seconds())
                .add(Column.text("reason", "reason"), Trial::reason)
                .build(
                        "runs",
                        null,
                        "Each folder, in the sweep's directory, has the result.json and the samples of its run.",
                        result.steps(),
                        Detail.PAGE);
    }

    private static String idleText(@Nullable Boolean isIdle) {
        return isIdle == null ? "not known" : isIdle ? "yes" : "no";
    }
}
