// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.limit.FewValues;
import io.github.cdctester.internal.report.SweepColumns;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.Spread;
import io.github.cdctester.result.SweepResult.StepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.SweepResult.SweepRow.LimitedBy;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The first screen of a sweep: up to where the stream keeps up, what it carries there, and whether it was whole. */
final class SweepAnswer {

    private final SweepResult sweep;
    private final List<SweepRow> measured;
    private final Optional<SweepRow> gaveWay;
    private final Optional<SweepRow> keptUp;
    private final Optional<Verdict> worst;

    private SweepAnswer(SweepResult sweep) {
        this.sweep = sweep;
        measured = measured(sweep);
        gaveWay = gaveWay(sweep);
        keptUp = keptUp(sweep);
        worst = sweep.steps().stream()
                .map(StepResult::result)
                .filter(Objects::nonNull)
                .map(RunResult::verdict)
                .max(Comparator.comparing(Verdict::status));
    }

    static Headline of(SweepResult sweep) {
        SweepAnswer answer = new SweepAnswer(sweep);
        return new Headline(
                answer.tone(),
                answer.headline(),
                answer.lead(),
                answer.figures(),
                Limits.of(
                        sweep.checks(),
                        sweep.steps().stream()
                                .filter(step -> step.result() != null)
                                .map(step -> new Limits.Checked(
                                        SweepColumns.axis(sweep) + " " + step.label(),
                                        Objects.requireNonNull(step.result()).checks()))
                                .toList()),
                SweepDoubts.of(sweep));
    }

    /** Steps that have numbers. */
    static List<SweepRow> measured(SweepResult sweep) {
        return sweep.table().stream().filter(row -> !row.values().isEmpty()).toList();
    }

    /** The first step whose stream did not keep up. */
    static Optional<SweepRow> gaveWay(SweepResult sweep) {
        return measured(sweep).stream()
                .filter(row -> row.limitedBy() == LimitedBy.SERVER || row.limitedBy() == LimitedBy.TESTER)
                .findFirst();
    }

    /** The last step below it whose stream did. */
    static Optional<SweepRow> keptUp(SweepResult sweep) {
        int below = gaveWay(sweep).map(SweepRow::step).orElse(Integer.MAX_VALUE);
        return measured(sweep).stream()
                .filter(row -> row.step() < below && row.limitedBy() == LimitedBy.NONE)
                .reduce((first, second) -> second);
    }

    private Tone tone() {
        if (measured.isEmpty()) {
            return Tone.UNSURE;
        }
        if (!sweep.isHeld()) {
            return Tone.BAD;
        }
        boolean unchecked = sweep.steps().stream()
                .map(StepResult::result)
                .anyMatch(result -> result != null && result.verdict().status() == Status.NOT_CHECKED);
        return sweep.hasFailed() || unchecked ? Tone.UNSURE : Tone.GOOD;
    }

    private String headline() {
        if (measured.isEmpty()) {
            return sweep.table().isEmpty() ? "No step was begun" : "No step has numbers";
        }
        Status status = worst.map(Verdict::status).orElse(Status.NOT_CHECKED);
        if (status.isBad() && status != Status.BEHIND) {
            return worst.get().headline() + " at " + at(status);
        }
        if (isOfSizes() && measured.size() > 1) {
            return "DT " + ofSize(measured.get(0)) + ", " + ofSize(measured.get(measured.size() - 1));
        }
        if (gaveWay.isPresent()) {
            return keptUp.map(row -> "Keeps up to " + name(row) + ", gives way at "
                            + gaveWay.get().label())
                    .orElse("Does not keep up at " + name(gaveWay.get()));
        }
        boolean told = measured.stream().allMatch(row -> row.limitedBy() == LimitedBy.NONE);
        return told
                ? "Keeps up at every step, to " + name(measured.get(measured.size() - 1))
                : keptUp.map(row -> "Keeps up to " + name(row)).orElse("Whether the stream keeps up cannot be told");
    }

    /** A large transaction always holds the stream up; what matters is for how long. */
    private String ofSize(SweepRow row) {
        Double last = median(row, "large.lastByteMillis");
        return Numbers.of(last == null ? median(row, "cdc.delay.maxMillis") : last) + " ms at " + row.label();
    }

    /** The first step with such a verdict. */
    private String at(Status status) {
        return sweep.steps().stream()
                .filter(step -> step.result() != null
                        && Objects.requireNonNull(step.result()).verdict().status() == status)
                .map(step -> SweepColumns.axis(sweep) + " " + step.label())
                .findFirst()
                .orElse("a step");
    }

    private boolean isOfSizes() {
        return sweep.axis().equals("trxSize");
    }

    private String lead() {
        List<String> sentences = new ArrayList<>();
        if (isOfSizes()) {
            sentences.add(
                    "The delay of a large transaction is that of its last byte, where the server tells when it was"
                            + " committed; else the longest of all.");
        } else {
            keptUp.ifPresent(row -> sentences.add("At " + name(row) + " the stream carries "
                    + Numbers.of(median(row, "cdc.transactionsPerSecond")) + " transactions a second with a DT of "
                    + Numbers.of(median(row, "cdc.delay.meanMillis")) + " ms on average, p99 "
                    + Numbers.of(median(row, "cdc.delay.p99Millis")) + " ms."));
            gaveWay.ifPresent(row -> sentences.add("At " + name(row) + " it does not keep up, limited by "
                    + (row.limitedBy() == LimitedBy.TESTER ? "the tester's reader" : "the server or the network")
                    + ": DT p99 " + Numbers.of(median(row, "cdc.delay.p99Millis")) + " ms, and "
                    + Numbers.of(median(row, "catchUpSeconds")) + " s from the last commit to the arrival of the last"
                    + " transaction."));
        }
        worst.ifPresent(verdict -> sentences.add("The worst verdict is " + verdict.headline() + "."));
        if (sweep.endedBecause() != null) {
            sentences.add(Sentences.ended("It ended early: " + sweep.endedBecause()));
        }
        return String.join(" ", sentences);
    }

    private List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        SweepRow row = keptUp.orElse(measured.isEmpty() ? null : measured.get(0));
        if (row == null) {
            return figures;
        }
        if (isOfSizes()) {
            SweepRow largest = measured.get(measured.size() - 1);
            figures.add(new Figure("Largest", largest.label(), "", "the figures beside it are of this one"));
            figure(figures, largest, "DT last byte", "large.lastByteMillis", 1, "ms");
            figure(figures, largest, "DT first byte", "large.firstByteMillis", 1, "ms");
            figure(figures, largest, "DT max", "cdc.delay.maxMillis", 1, "ms");
            figure(figures, largest, "While it passes", "large.passingBytesPerSecond", Numbers.MB, "MB/s");
            return figures;
        }
        figures.add(new Figure(
                keptUp.isPresent() ? "Keeps up to" : "First step",
                row.label(),
                SweepColumns.axis(sweep),
                "of " + Numbers.count(sweep.values().size(), "step", "steps") + ", " + measured.size()
                        + " measured; the figures beside it are of this one"));
        figure(figures, row, "TPS", "cdc.transactionsPerSecond", 1, "/s");
        figure(figures, row, "DT mean", "cdc.delay.meanMillis", 1, "ms");
        figure(figures, row, "DT p99", "cdc.delay.p99Millis", 1, "ms");
        figure(figures, row, "BPS", "cdc.bytesPerSecond", Numbers.MB, "MB/s");
        figure(figures, row, "EPS", "cdc.eventsPerSecond", 1, "/s");
        if (sweep.restMillis() != null) {
            figures.add(new Figure(
                    "DT at rest", Numbers.of(sweep.restMillis()), "ms", "of heartbeats, the median of a second"));
        }
        return figures;
    }

    private static void figure(
            List<Figure> figures, SweepRow row, String name, String value, double unit, String unitName) {
        Spread spread = FewValues.shown(row.values(), value, Spread::min);
        if (spread != null) {
            figures.add(new Figure(
                    name,
                    Numbers.of(spread.median(), unit),
                    unitName,
                    row.runs() == 1
                            ? "one run"
                            : "median of " + row.runs() + " runs: " + Numbers.of(spread.min(), unit) + " to "
                                    + Numbers.of(spread.max(), unit)));
        }
    }

    private String name(SweepRow row) {
        return SweepColumns.axis(sweep) + " " + row.label();
    }

    private static @Nullable Double median(SweepRow row, String value) {
        Spread spread = FewValues.shown(row.values(), value, Spread::min);
        return spread == null ? null : (Double) spread.median();
    }
}
