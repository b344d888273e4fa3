// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.SweepColumns;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.report.page.experiment.RunDoubts.Ran;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.Spread;
import io.github.cdctester.result.SweepResult.StepResult;
import io.github.cdctester.result.SweepResult.StepResult.Status;
import io.github.cdctester.result.SweepResult.SweepRow;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** What to distrust of a sweep, the worst first. */
final class SweepDoubts {

    /** With fewer repeats the lowest and the highest say little; docs/compare.md. */
    private static final int ENOUGH_REPEATS = 5;

    /** Rates of one step that are so far apart, in percent of the median, blur the differences between steps. */
    private static final double FAR_APART_RATES = 10;

    /** A high percentile is seldom nearer. */
    private static final double FAR_APART_DELAYS = 100;

    private final SweepResult sweep;
    private final List<Warning> doubts = new ArrayList<>();

    private SweepDoubts(SweepResult sweep) {
        this.sweep = sweep;
    }

    static List<Warning> of(SweepResult sweep) {
        SweepDoubts all = new SweepDoubts(sweep);
        all.add();
        return Sentences.of(all.doubts);
    }

    private void add() {
        RunDoubts runs = new RunDoubts(sweep.steps().stream()
                .filter(step -> step.result() != null)
                .map(step -> new Ran(where(step), step.folder(), Objects.requireNonNull(step.result())))
                .toList());
        doubts.addAll(runs.wrong(any -> true));
        broken();
        notAtRest();
        repeats();
        doubts.addAll(runs.ofTheRuns());
    }

    private void broken() {
        if (sweep.interrupted()) {
            doubts.add(
                    Warning.interrupted("The sweep", "Its last steps are missing or cut short", "Run it to its end"));
        }
        Set<String> failed = stepsThat(Status.FAILED);
        if (!failed.isEmpty()) {
            doubts.add(new Warning(
                    "Steps failed: " + RunDoubts.where(failed),
                    sweep.steps().stream()
                            .filter(step -> step.status() == Status.FAILED && step.reason() != null)
                            .map(step -> String.valueOf(step.reason()))
                            .findFirst()
                            .orElse("No reason was kept"),
                    "Their numbers are missing, or of fewer runs. Sweep these values again"));
        }
        if (sweep.failure() != null) {
            doubts.add(new Warning(
                    "Something failed around the steps", sweep.failure(), "See that the server is as it was before"));
        }
    }

    private Set<String> stepsThat(Status status) {
        return sweep.steps().stream()
                .filter(step -> step.status() == status)
                .map(this::where)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private String where(StepResult step) {
        return SweepColumns.axis(sweep) + " " + step.label();
    }

    private void notAtRest() {
        Set<String> steps = sweep.steps().stream()
                .filter(step -> Boolean.FALSE.equals(step.beganAtRest()))
                .map(this::where)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (!steps.isEmpty()) {
            doubts.add(new Warning(
                    "Began before the stream was at rest: " + RunDoubts.where(steps),
                    "What the step before left in the stream is in their delays",
                    "Give the stream more time to settle between steps"));
        }
    }

    private void repeats() {
        if (SweepAnswer.measured(sweep).isEmpty()) {
            return;
        }
        if (sweep.repeats() == 1) {
            doubts.add(new Warning(
                    "One run a step",
                    "What differs from run to run cannot be seen, and small differences between steps may be noise",
                    "Repeat each step " + ENOUGH_REPEATS + " times"));
            return;
        }
        if (sweep.repeats() < ENOUGH_REPEATS) {
            doubts.add(new Warning(
                    "Few repeats: " + sweep.repeats(),
                    "The lowest and the highest of so few runs say little about the next one",
                    "Repeat each step " + ENOUGH_REPEATS + " times"));
        }
        noisy("TPS", "cdc.transactionsPerSecond", FAR_APART_RATES);
        noisy("DT p99", "cdc.delay.p99Millis", FAR_APART_DELAYS);
    }

    private void noisy(String name, String value, double farApart) {
        SweepRow worst = null;
        double most = farApart;
        int noisy = 0;
        for (SweepRow row : sweep.table()) {
            Spread spread = row.values().get(value);
            double percent = spread == null || row.runs() < 2 || !(spread.median() > 0)
                    ? 0
                    : 100 * (spread.max() - spread.min()) / spread.median();
            if (percent > farApart) {
                noisy++;
            }
            if (percent > most) {
                most = percent;
                worst = row;
            }
        }
        if (worst != null) {
            doubts.add(new Warning(
                    name + " varies from run to run",
                    String.format(
                            Locale.ROOT,
                            "Lowest and highest are more than %.0f %% of the median apart in %s; most at %s %s, by %.1f %%",
                            farApart,
                            Numbers.count(noisy, "step", "steps"),
                            SweepColumns.axis(sweep),
                            worst.label(),
                            most),
                    "Longer runs, more repeats, a quieter machine"));
        }
    }
}
