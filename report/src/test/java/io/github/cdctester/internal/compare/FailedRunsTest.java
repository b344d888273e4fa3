// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import static io.github.cdctester.internal.compare.ComparedRuns.run;
import static io.github.cdctester.internal.compare.ComparedRuns.runs;
import static io.github.cdctester.internal.compare.ComparedRuns.sweep;
import static io.github.cdctester.internal.compare.ComparedRuns.withFailures;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.report.Comparisons;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Verdict.Status;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FailedRunsTest {

    private static final List<RunResult> FIVE_RUNS = runs(100_000, 101_000, 99_000, 100_500, 99_500);

    private static final String TPS = "write.transactionsPerSecond";

    @Test
    void allowanceFailsIfStepFailedOnOneSide() {
        SweepResult complete = sweep(List.of(FIVE_RUNS, FIVE_RUNS));
        SweepResult failed = withFailures(complete, 2, 5, null);

        for (Comparison comparison : List.of(
                Comparisons.of(complete, failed, TPS + " -5%"), Comparisons.of(failed, complete, TPS + " -5%"))) {
            assertThat(comparison.isHeld()).isFalse();
            assertThat(comparison.checks())
                    .filteredOn(check -> check.expression().startsWith(TPS))
                    .extracting(Check::held)
                    .containsExactly(true, false);
        }
        assertThat(Comparisons.of(complete, failed, TPS + " -5%").checks())
                .extracting(Check::offender)
                .contains("B has no threads 2: " + TPS);
    }

    @Test
    void reportsFailedRunsOfSweep() {
        SweepResult complete = sweep(List.of(FIVE_RUNS, FIVE_RUNS));

        Comparison comparison = Comparisons.of(complete, withFailures(complete, 2, 3, null), TPS + " -5%");

        assertThat(comparison.notes()).contains(Note.of(Code.SIDE_INCOMPLETE, "side", "B", "missing", 3, "cells", 10));
        assertThat(comparison.after().runs()).isEqualTo(7);
    }

    @Test
    void doesNotCountStepsThatWereSkippedAsMissing() {
        SweepResult complete = sweep(List.of(FIVE_RUNS, FIVE_RUNS, FIVE_RUNS));
        SweepResult endedSweep = ComparedRuns.withSkipped(complete, 3, 1);
        assertThat(Comparisons.of(complete, endedSweep).notes())
                .as("a condition ended the sweep after a step")
                .extracting(Note::code)
                .doesNotContain(Code.SIDE_INCOMPLETE);
        SweepResult stoppedSweep = ComparedRuns.withSkipped(complete, 2, 3);
        assertThat(Comparisons.of(complete, stoppedSweep).notes())
                .as("the sweep ended within a step")
                .contains(Note.of(Code.SIDE_INCOMPLETE, "side", "B", "missing", 3, "cells", 10));
    }

    @Test
    void failedRunWithLossIsWorse() {
        SweepResult complete = sweep(List.of(FIVE_RUNS, FIVE_RUNS));
        SweepResult failed = withFailures(complete, 2, 1, run(50_000, Status.LOST));
        RunResult badConsumer = JudgedResult.of(List.of(), List.of(), JudgedResult.torn("orders"));

        assertThat(Comparisons.of(complete, failed).checks())
                .containsExactly(new Check("verdict", null, false, "threads 2: it was LOSSLESS and is LOST"));
        assertThat(Comparisons.of(complete, withFailures(complete, 2, 1, badConsumer))
                        .checks())
                .extracting(Check::expression)
                .containsExactly("consumers.orders.verdict");
    }

    @Test
    void failedRunOfOldSideDoesNotHideLoss() {
        RunResult lostRun = run(50_000, Status.LOST);
        RunResult badConsumer = JudgedResult.of(List.of(), List.of(), JudgedResult.torn("orders"));
        SweepResult complete = sweep(List.of(FIVE_RUNS, FIVE_RUNS));

        assertThat(Comparisons.of(
                                withFailures(complete, 2, 1, lostRun),
                                sweep(List.of(FIVE_RUNS, Collections.nCopies(5, lostRun))))
                        .checks())
                .containsExactly(new Check("verdict", null, false, "threads 2: it was LOSSLESS and is LOST"));
        assertThat(Comparisons.of(
                                withFailures(complete, 2, 1, badConsumer),
                                sweep(List.of(FIVE_RUNS, Collections.nCopies(5, badConsumer))))
                        .checks())
                .containsExactly(new Check(
                        "consumers.orders.verdict",
                        null,
                        false,
                        "threads 2: it was NOT_CHECKED and is LOST, AT_MOST_ONCE"));
    }

    /** The verdict of a run that breaks is BEHIND. */
    @Test
    void failedRunThatIsBehindDoesNotCount() {
        SweepResult complete = sweep(List.of(FIVE_RUNS, FIVE_RUNS));
        RunResult brokenRun = run(50_000, Status.BEHIND);
        RunResult brokenConsumer = JudgedResult.of(List.of(), List.of(), JudgedResult.behind("orders"));
        SweepResult behind = sweep(List.of(FIVE_RUNS, Collections.nCopies(5, brokenRun)));

        for (RunResult partialResult : List.of(brokenRun, brokenConsumer)) {
            Comparison comparison =
                    Comparisons.of(complete, withFailures(complete, 2, 1, partialResult), TPS + " -50%");
            assertThat(comparison.isHeld()).isTrue();
            assertThat(comparison.checks()).hasSize(2);
        }
        assertThat(Comparisons.of(withFailures(complete, 2, 1, brokenRun), behind)
                        .checks())
                .containsExactly(new Check("verdict", null, false, "threads 2: it was LOSSLESS and is BEHIND"));
    }

    @Test
    void reportsThatAllRunsFailed() {
        RunResult good = JudgedResult.of(List.of(), List.of(), JudgedResult.lossless("orders"));
        RunResult bad = JudgedResult.of(List.of(), List.of(), JudgedResult.torn("orders"));
        SweepResult complete = sweep(List.of(FIVE_RUNS, Collections.nCopies(5, good)));
        SweepResult failed = withFailures(complete, 2, 5, null);
        SweepResult lossySweep = sweep(List.of(FIVE_RUNS, Collections.nCopies(5, run(50_000, Status.LOST))));
        SweepResult lostByConsumer = sweep(List.of(FIVE_RUNS, Collections.nCopies(5, bad)));

        Comparison comparison = Comparisons.of(complete, failed);

        assertThat(comparison.checks())
                .containsExactly(new Check("verdict", null, false, "threads 2: all runs of B failed"));
        assertThat(Formats.SUMMARY.text(comparison))
                .contains("All runs of B failed in 1 step")
                .contains("all runs failed")
                .doesNotContain("NOT_CHECKED")
                .doesNotContain("Not checked for loss");
        assertThat(StoredResult.of("compare.json", Formats.JSON.text(comparison))
                        .result())
                .isEqualTo(comparison);
        assertThat(Comparisons.of(failed, complete).isHeld()).isTrue();
        assertThat(Formats.SUMMARY.text(Comparisons.of(failed, complete))).doesNotContain("Not checked for loss");
        assertThat(Comparisons.of(failed, lossySweep).checks())
                .containsExactly(new Check("verdict", null, false, "threads 2: all runs of A failed, and B is LOST"));
        assertThat(Comparisons.of(failed, lostByConsumer).checks())
                .extracting(Check::offender)
                .containsExactly("threads 2: all runs of A failed, and B is LOST, AT_MOST_ONCE");
    }

    @Test
    void reportsThatAllRunsFailedEvenIfBothSidesLost() {
        RunResult lostRun = run(50_000, Status.LOST);
        SweepResult lossySweep = sweep(List.of(FIVE_RUNS, Collections.nCopies(5, lostRun)));

        assertThat(Comparisons.of(lossySweep, withFailures(lossySweep, 2, 5, lostRun))
                        .checks())
                .containsExactly(new Check("verdict", null, false, "threads 2: all runs of B failed"));
    }

    @Test
    void resultEqualsItselfDespiteFailedRuns() {
        SweepResult complete = sweep(List.of(FIVE_RUNS, FIVE_RUNS));
        RunResult badConsumer = JudgedResult.of(List.of(), List.of(), JudgedResult.torn("orders"));
        for (RunResult partialResult : new RunResult[] {run(50_000, Status.LOST), badConsumer}) {
            for (int failureCount : new int[] {1, 5}) {
                SweepResult failed = withFailures(complete, 2, failureCount, partialResult);
                assertThat(Comparisons.of(failed, failed).checks())
                        .as("%d failed runs", failureCount)
                        .isEmpty();
            }
        }
    }

    @Test
    void rejectsSweepWithoutCompletedRun() {
        SweepResult complete = sweep(List.of(FIVE_RUNS));
        SweepResult failed = withFailures(complete, 1, 5, null);
        for (SweepResult side : List.of(complete, failed)) {
            assertThatThrownBy(() -> Comparisons.of(failed, side))
                    .isInstanceOf(InvalidPlanException.class)
                    .hasMessageEndingWith(
                            "a sweep over threads without a completed run, must be a result with one or more");
        }
    }
}
