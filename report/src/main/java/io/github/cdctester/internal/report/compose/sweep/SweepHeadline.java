// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.sweep;

import io.github.cdctester.internal.report.compose.experiment.ExperimentComposer;
import io.github.cdctester.internal.report.compose.experiment.LimitSummary;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.ValueFormat;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.internal.value.TrialValues;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The headline of a sweep: the highest load at which the stream keeps up, its throughput, and the verdict. */
final class SweepHeadline {

    private static final List<ResultValue> SIZE_VALUES = List.of(
            TrialValues.LAST_BYTE,
            TrialValues.FIRST_BYTE,
            ResultValues.DELAY.max(),
            TrialValues.TRANSFER_BPS.labelled("Transfer"));

    private final SweepSteps steps;
    private final SweepResult sweep;
    private final List<SweepRow> measuredRows;
    private final Optional<SweepRow> firstOverloadedStep;
    private final Optional<SweepRow> lastStepKeepingUp;
    private final List<Trial> runs;
    private final Optional<Trial> worstRun;

    SweepHeadline(SweepSteps steps) {
        this.steps = steps;
        sweep = steps.sweep();
        measuredRows = steps.measuredRows();
        firstOverloadedStep = steps.firstOverloadedStep();
        lastStepKeepingUp = steps.lastStepKeepingUp();
        runs = steps.runWarnings().runs();
        worstRun = steps.runWarnings().worst(status -> true);
    }

    Headline headline() {
        LimitSummary limits = new LimitSummary().add(sweep.checks());
        runs.forEach(run -> limits.add(steps.name(run), RunWarnings.result(run).checks()));
        return new Headline(tone(), text(), summary(), figures(), limits.build(), SweepWarnings.of(steps));
    }

    private Tone tone() {
        if (measuredRows.isEmpty()) {
            return Tone.UNSURE;
        }
        if (!sweep.isHeld()) {
            return Tone.BAD;
        }
        boolean hasUnchecked = runs.stream()
                .map(RunWarnings::result)
                .anyMatch(run -> run.summary().cdc() != null && run.verdict().status() == Status.NOT_CHECKED);
        return sweep.hasFailed() || hasUnchecked ? Tone.UNSURE : Tone.GOOD;
    }

    /** A bad verdict, a broken limit or failed steps come first. */
    private String text() {
        if (measuredRows.isEmpty()) {
            return sweep.table().isEmpty() ? "No step was started" : "No step has numbers";
        }
        Status status = worstRun.map(run -> verdict(run).status()).orElse(Status.NOT_CHECKED);
        if (status.isBad() && status != Status.BEHIND) {
            return verdict(worstRun.get()).headline() + " at " + steps.name(worstRun.get());
        }
        Optional<String> worstConsumer = steps.runWarnings().worstConsumer(consumer -> !consumer.isHeld());
        Optional<Trial> firstBroken = runs.stream()
                .filter(run -> RunWarnings.result(run).checks().stream().anyMatch(check -> !check.held()))
                .findFirst();
        long failedCount = sweep.table().stream()
                .filter(row -> row.status() == Trial.Status.FAILED)
                .count();
        String problem = worstConsumer
                .or(() -> firstBroken.map(run -> "Limit broken at " + steps.name(run)))
                .orElse(
                        failedCount > 0
                                ? failedCount + " of "
                                        + PlainText.withNoun(sweep.table().size(), "step") + " failed"
                                : "");
        return ExperimentComposer.joined(problem, loadText());
    }

    private static Verdict verdict(Trial run) {
        return RunWarnings.result(run).verdict();
    }

    private boolean isWriteOnly() {
        return measuredRows.stream()
                .flatMap(row -> row.values().keySet().stream())
                .flatMap(name -> ResultValues.find(name).stream())
                .noneMatch(ResultValue::isOfStream);
    }

    private String maxQueries() {
        return measuredRows.stream()
                .max(Comparator.comparingDouble(
                        row -> ShortNumber.orGap(SweepSteps.median(row, ResultValues.WRITE_QPS))))
                .map(row -> ShortNumber.of(SweepSteps.median(row, ResultValues.WRITE_QPS)) + " queries/s at most, at "
                        + steps.text(row))
                .orElse("Nothing was written");
    }

    /** Describes the highest step at which the stream keeps up, the delays over transaction sizes, or the highest QPS. */
    private String loadText() {
        if (isWriteOnly()) {
            return maxQueries();
        }
        if (steps.variesTransactionSize() && measuredRows.size() > 1) {
            return "Delay " + delayAtSize(measuredRows.get(0)) + ", "
                    + delayAtSize(measuredRows.get(measuredRows.size() - 1));
        }
        if (firstOverloadedStep.isPresent()) {
            return lastStepKeepingUp
                    .map(row -> "Keeps up to " + steps.text(row) + ", falls behind at "
                            + firstOverloadedStep.get().label())
                    .orElse("Falls behind at " + steps.text(firstOverloadedStep.get()));
        }
        boolean keepsUpAlways = measuredRows.stream().allMatch(row -> row.limitedBy() == LimitedBy.NONE);
        return keepsUpAlways
                ? "Keeps up at every step, up to " + steps.text(measuredRows.get(measuredRows.size() - 1))
                : lastStepKeepingUp
                        .map(row -> "Keeps up to " + steps.text(row))
                        .orElse("Not known whether the stream keeps up");
    }

    /** A large transaction always delays the stream, so only the duration matters. */
    private String delayAtSize(SweepRow row) {
        Double lastByteDelay = SweepSteps.median(row, TrialValues.LAST_BYTE);
        return ShortNumber.of(lastByteDelay == null ? SweepSteps.median(row, ResultValues.DELAY.max()) : lastByteDelay)
                + " ms at " + row.label();
    }

    private String summary() {
        List<String> sentences = new ArrayList<>();
        if (isWriteOnly()) {
            sentences.add("No stream was followed.");
        } else if (steps.variesTransactionSize()) {
            sentences.add("DT: delay of a large transaction's last byte if the server reports its commit time, else"
                    + " the longest delay.");
        } else {
            lastStepKeepingUp.ifPresent(row -> sentences.add("At " + steps.text(row) + ": "
                    + ShortNumber.of(SweepSteps.median(row, ResultValues.CDC_TPS)) + " transactions/s, "
                    + delay(row, ResultValues.DELAY.mean()) + ", " + delay(row, ResultValues.DELAY.p99()) + "."));
            firstOverloadedStep.ifPresent(row -> {
                Double catchUpSeconds = row.verdictStatus() == Status.BEHIND // in one run or more, unknown
                        ? null
                        : SweepSteps.median(row, ResultValues.CATCH_UP);
                sentences.add("At " + steps.text(row) + " "
                        + limit(row)
                        + " is the limit: " + delay(row, ResultValues.DELAY.p99())
                        + (catchUpSeconds == null
                                ? "."
                                : ", and the last transaction arrives " + ShortNumber.of(catchUpSeconds)
                                        + " s after the last commit."));
            });
        }
        worstRun.filter(run -> !isWriteOnly())
                .ifPresent(run -> sentences.add("Worst verdict: " + verdict(run).headline() + "."));
        if (sweep.endedBecause() != null) {
            sentences.add(RunWarnings.sentence("Ended early: " + sweep.endedBecause()));
        }
        return String.join(" ", sentences);
    }

    private static String limit(SweepRow row) {
        return row.limitedBy() == LimitedBy.TESTER
                ? "the tester's reader"
                : row.limitedBy() == LimitedBy.MACHINE
                        ? "the server, the network or the busy machine"
                        : "the server or the network";
    }

    private static String delay(SweepRow row, ResultValue delay) {
        return delay.label() + " " + ShortNumber.of(SweepSteps.median(row, delay)) + " ms";
    }

    private List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        SweepRow row = lastStepKeepingUp.orElse(measuredRows.isEmpty() ? null : measuredRows.get(0));
        if (row == null) {
            return figures;
        }
        if (steps.variesTransactionSize()) {
            SweepRow largestRow = measuredRows.get(measuredRows.size() - 1);
            figures.add(new Figure("Largest", largestRow.label(), "", "the other figures belong to this step"));
            SIZE_VALUES.forEach(value -> figure(largestRow, value).ifPresent(figures::add));
            return figures;
        }
        figures.add(new Figure(
                lastStepKeepingUp.isPresent() ? "Keeps up to" : "First step",
                row.label(),
                steps.axis(),
                "of " + PlainText.withNoun(sweep.values().size(), "step") + ", " + measuredRows.size() + " measured"));
        ValueFormat.HEADLINE_VALUES.forEach(value -> figure(row, value).ifPresent(figures::add));
        if (sweep.idleMillis() != null) {
            figures.add(new Figure(
                    "idle DT", ShortNumber.of(sweep.idleMillis()), "ms", "of heartbeats; median of a second"));
        }
        return figures;
    }

    private static Optional<Figure> figure(SweepRow row, ResultValue value) {
        Spread spread = SweepSteps.spread(row, value);
        return spread == null
                ? Optional.empty()
                : Optional.of(ValueFormat.of(
                        value,
                        spread.median(),
                        row.runs() == 1
                                ? "one run"
                                : "median of " + row.runs() + " runs: "
                                        + ShortNumber.range(
                                                spread, ValueFormat.unit(value).size())));
    }
}
