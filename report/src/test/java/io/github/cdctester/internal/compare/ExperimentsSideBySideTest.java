// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import static io.github.cdctester.internal.compare.ComparedExperiments.matrix;
import static io.github.cdctester.internal.compare.ComparedExperiments.plan;
import static io.github.cdctester.internal.compare.ComparedExperiments.search;
import static io.github.cdctester.result.Verdict.Status.LOSSLESS;
import static io.github.cdctester.result.Verdict.Status.LOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.report.Comparisons;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.NoiseFrom;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Comparison.VerdictChange;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Matrices are compared by combination, plans by phase, and searches by their answers. */
final class ExperimentsSideBySideTest {

    private static final String ONE_RUN = "one run each, so the noise is not known; make 5 repeats of each side";

    private static final String QPS = "write.queriesPerSecond";
    private static final String RATE = "answer.rate";
    private static final String CLIMB = "probes.pool.climb.1.tookSeconds";

    @Test
    void doesNotJudgeDelaysOfCellsWithDifferentSources() {
        CellResult cell = ComparedExperiments.cell(1, "base", "insert", 1, 1, 100);
        MatrixResult before = matrix("1", List.of(ComparedExperiments.withDelay(cell, 5, "HEARTBEAT")));
        MatrixResult after = matrix("1", List.of(ComparedExperiments.withDelay(cell, 4, "COMMIT_TIMESTAMP")));

        Comparison comparison = Comparisons.of(before, after, "delay.p99 +10%");

        assertThat(comparison.values())
                .filteredOn(row -> row.value().equals("cdc.delay.p99Millis"))
                .extracting(ValueChange::mark)
                .containsExactly(Mark.NOT_JUDGED);
        assertThat(comparison.isHeld()).isFalse();
    }

    @Test
    void comparesMatrixInPlanOrder() {
        Random random = new Random(7);
        Comparison comparison = Comparisons.of(matrix(random, 1), matrix(random, 0.8), QPS + " -5%");
        assertThat(comparison.axis()).isEqualTo("workload, setting, threads");
        assertThat(comparison.before().runs()).isEqualTo(40);
        assertThat(comparison.values())
                .extracting(ValueChange::step)
                .containsExactly(
                        "insert, base, 1",
                        "insert, base, 4",
                        "insert, other, 1",
                        "insert, other, 4",
                        "read, base, 1",
                        "read, base, 4",
                        "read, other, 1",
                        "read, other, 4");
        assertThat(comparison.values())
                .allSatisfy(row -> assertThat(row.noise()).isEqualTo(NoiseFrom.ALL_STEPS))
                .filteredOn(row -> row.mark() != Mark.INSIDE_NOISE)
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.step()).isEqualTo(ComparedExperiments.CHANGED_CELL);
                    assertThat(row.mark()).isEqualTo(Mark.WORSE);
                    assertThat(row.range().highPercent()).isLessThan(-10);
                });
        assertThat(comparison.checks())
                .filteredOn(Check::isBroken)
                .singleElement()
                .satisfies(check -> assertThat(check.offender()).startsWith("read, other, 4: " + QPS + " -"));
        assertThat(comparison.settings()).isEmpty();
        assertThat(Results.table(comparison))
                .containsPattern("\nwrite.queries/s +insert, base, 1 ")
                .containsPattern("\nwrite.queries/s +read, other, 1 ")
                .contains("\nverdict    LOSSLESS, the same in all 8\n");
    }

    @Test
    void findsSingleSlowerCombination() {
        Random random = new Random(17);
        int trialCount = 300;
        int falseFindingCount = 0;
        int detectedDropCount = 0;
        for (int i = 0; i < trialCount; i++) {
            Comparison comparison = Comparisons.of(matrix(random, 1), matrix(random, 0.9));
            falseFindingCount += comparison.values().stream()
                            .anyMatch(row -> row.mark() != Mark.INSIDE_NOISE
                                    && !ComparedExperiments.CHANGED_CELL.equals(row.step()))
                    ? 1
                    : 0;
            detectedDropCount += comparison.values().stream()
                            .anyMatch(row ->
                                    row.mark() == Mark.WORSE && ComparedExperiments.CHANGED_CELL.equals(row.step()))
                    ? 1
                    : 0;
        }
        assertThat(falseFindingCount).as("of %d", trialCount).isLessThan(trialCount * 7 / 100);
        assertThat(detectedDropCount).as("of %d", trialCount).isGreaterThan(trialCount * 95 / 100);
    }

    @Test
    void reportsDifferentSettingsAndMissingCells() {
        MatrixResult completeMatrix = matrix(new Random(1), 1);
        List<CellResult> cells = new ArrayList<>(completeMatrix.cells());
        cells.set(0, ComparedExperiments.cell(1, "base", "insert", 1, 1, 0));
        Comparison comparison = Comparisons.of(completeMatrix, matrix("2", cells));
        assertThat(comparison.settings())
                .containsExactly(new SettingChange("settings.other", "SET GLOBAL x = 1", "SET GLOBAL x = 2"));
        assertThat(comparison.notes()).contains(Note.of(Code.SIDE_INCOMPLETE, "side", "B", "missing", 1, "cells", 40));
        assertThat(comparison.values().get(0).runsAfter()).isEqualTo(4);
    }

    @Test
    void allowanceFailsIfCombinationFailedOnOneSide() {
        MatrixResult completeMatrix = matrix(new Random(1), 1);
        MatrixResult failedMatrix = matrix(
                "1",
                completeMatrix.cells().stream()
                        .map(cell -> ComparedExperiments.CHANGED_CELL.equals(cell.workload() + ", " + cell.setting()
                                        + ", " + cell.trial().label())
                                ? ComparedExperiments.cell(
                                        cell.trial().step(),
                                        cell.setting(),
                                        cell.workload(),
                                        4,
                                        cell.trial().repeat(),
                                        0)
                                : cell)
                        .toList());

        Comparison comparison = Comparisons.of(completeMatrix, failedMatrix, QPS + " -20%");

        assertThat(comparison.isHeld()).isFalse();
        assertThat(comparison.after().runs()).isEqualTo(35);
        assertThat(comparison.checks())
                .filteredOn(Check::isBroken)
                .extracting(Check::offender)
                .containsExactly("read, other, 4: all runs of B failed", "B has no read, other, 4: " + QPS);
    }

    @Test
    void failsIfVerdictOfConsumerInCellIsWorse() {
        MatrixResult matrix = matrix(new Random(1), 1);
        MatrixResult good = ComparedExperiments.withConsumer(matrix, ComparedExperiments.CHANGED_CELL, LOSSLESS);
        MatrixResult bad = ComparedExperiments.withConsumer(matrix, ComparedExperiments.CHANGED_CELL, LOST);

        Comparison comparison = Comparisons.of(good, bad, QPS + " -20%");

        assertThat(comparison.isHeld()).isFalse();
        assertThat(comparison.checks())
                .filteredOn(Check::isBroken)
                .containsExactly(new Check(
                        "consumers.orders.verdict", null, false, "read, other, 4: it was LOSSLESS and is LOST"));
        assertThat(Comparisons.of(bad, good, QPS + " -20%").isHeld()).isTrue();
        assertThat(Comparisons.of(good, matrix).checks())
                .as("no consumer on one side")
                .extracting(Check::offender)
                .hasSize(8)
                .contains("read, other, 4: it was LOSSLESS and is NOT_CHECKED");
    }

    @Test
    void comparesProbesOfMatrixByName() {
        MatrixResult matrix = matrix(new Random(1), 1);
        Comparison comparison = Comparisons.of(matrix, matrix, "probes.cpu +10%");
        assertThat(comparison.checks()).hasSize(8).allMatch(Check::held);
        assertThatThrownBy(() -> Comparisons.of(matrix, matrix, "probes.cpo +10%"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage(
                        "a value to compare: probes.cpo, must be one that a matrix over threads has, such as " + QPS);
    }

    @Test
    void reportsDifferentOrderOfPhases() {
        String text = "phases:\n  - load: a\n  - observe: 5m\n";
        Comparison comparison = Comparisons.of(
                plan(10_000, 20, text), plan(10_000, 20, "phases:\n  - observe: 5m\n  # then\n  - load: a\n"));
        assertThat(comparison.settings()).contains(new SettingChange("text", "- load: a", "- observe: 5m"));
        Comparison otherIndentation =
                Comparisons.of(plan(10_000, 20, text), plan(10_000, 20, text.replace("  ", "    ")));
        assertThat(otherIndentation.settings()).isEmpty();
    }

    @Test
    void comparesPlansByPhaseWithProbes() {
        Comparison comparison = Comparisons.of(
                plan(10_000, 20, "phases:\n  # the load\n  - observe: 10m\n"),
                plan(9_000, 30, "phases:\n  - observe: 5m\n"),
                CLIMB + " +10%",
                "write.transactionsPerSecond -5%");
        assertThat(comparison.axis()).isEqualTo("phase");
        assertThat(comparison.settings()).contains(new SettingChange("text", "- observe: 10m", "- observe: 5m"));
        assertThat(comparison.verdicts())
                .containsExactly(new VerdictChange("(all)", Verdict.Status.LOSSLESS, Verdict.Status.LOSSLESS, false));
        assertThat(comparison.values().stream().filter(row -> row.value().equals("write.transactionsPerSecond")))
                .extracting(ValueChange::step)
                .as("the other phase has no writes")
                .containsExactly("(all)", "load");
        assertThat(comparison.values().stream().filter(row -> row.value().startsWith("probes.")))
                .extracting(ValueChange::value)
                .containsExactly(
                        CLIMB,
                        "probes.pool.climb.1.sinceLoadSeconds",
                        "probes.pool.descent.1.tookSeconds",
                        "probes.pool.descent.1.sinceLoadSeconds",
                        "probes.pool.climb.2.tookSeconds");
        ValueChange climb = row(comparison, CLIMB);
        assertThat(climb.changePercent()).isEqualTo(50, within(1e-9));
        assertThat(climb.mark()).isEqualTo(Mark.ONE_RUN);
        assertThat(climb.step()).isEqualTo("(all)");
        assertThat(comparison.checks())
                .extracting(Check::offender)
                .containsExactly(
                        "phase (all): " + CLIMB + " +50.0 %, not decided: " + ONE_RUN,
                        "phase (all): write.transactionsPerSecond -10.0 %, not decided: " + ONE_RUN,
                        "phase load: write.transactionsPerSecond -10.0 %, not decided: " + ONE_RUN);
        assertThat(Results.table(comparison)).containsPattern("\nprobes.pool.climb.1.took s +\\(all\\) ");
    }

    @Test
    void estimatesNoiseFromRepeatsOfPlans() {
        Comparison comparison = SideBySide.of(
                ComparedSide.ofPlans("A", List.of(plan(10_000, 20, ""), plan(10_050, 21, ""), plan(9_950, 20, ""))),
                ComparedSide.ofPlans("B", List.of(plan(5_000, 20, ""), plan(5_050, 21, ""), plan(4_950, 20, ""))),
                ComparisonSpec.allowing(List.of()));
        assertThat(row(comparison, "write.transactionsPerSecond").mark()).isEqualTo(Mark.WORSE);
        assertThat(row(comparison, CLIMB).mark()).isEqualTo(Mark.INSIDE_NOISE);
        assertThat(comparison.after().runs()).isEqualTo(3);
    }

    @Test
    void answerIsBoundedByLowestFailedRate() {
        Comparison closeAnswers = Comparisons.of(
                search(Status.FOUND, 1_000.0, 1_050.0), search(Status.FOUND, 960.0, 1_005.0), RATE + " -2%");
        ValueChange rate = row(closeAnswers, RATE);
        assertThat(rate.mark()).isEqualTo(Mark.INSIDE_NOISE);
        assertThat(rate.changePercent()).isEqualTo(-4, within(1e-9));
        assertThat(rate.range().lowPercent()).isEqualTo(100 * (960.0 / 1_050 - 1), within(1e-9));
        assertThat(rate.range().highPercent()).isEqualTo(100 * (1_005.0 / 1_000 - 1), within(1e-9));
        assertThat(closeAnswers.checks())
                .extracting(Check::offender)
                .containsExactly(RATE + " -4.0 %, not decided: " + ONE_RUN);
        Comparison distantAnswers = Comparisons.of(
                search(Status.FOUND, 1_000.0, 1_050.0), search(Status.FOUND, 900.0, 945.0), RATE + " -5%");
        assertThat(row(distantAnswers, RATE).mark()).isEqualTo(Mark.ONE_RUN);
        assertThat(distantAnswers.isHeld()).isFalse();
        assertThat(distantAnswers.verdicts())
                .as("BEHIND is expected above the capacity")
                .hasSize(1)
                .noneMatch(VerdictChange::worse);
        assertThat(Results.table(distantAnswers))
                .contains("\nanswer.rate/s ")
                .contains("differs    no recorded setting")
                .contains("the highest rate lies between the answer and the lowest rate");
    }

    @Test
    void failsIfVerdictOfConsumerInSearchIsWorse() {
        FindMaxResult good = ComparedExperiments.searchWithConsumers(JudgedResult.lossless("orders"));
        FindMaxResult bad = ComparedExperiments.searchWithConsumers(JudgedResult.torn("orders"));

        assertThat(Comparisons.of(good, bad).checks())
                .containsExactly(new Check(
                        "consumers.orders.verdict",
                        null,
                        false,
                        "it was LOSSLESS, EXACTLY_ONCE and is LOST, AT_MOST_ONCE"));
        assertThat(Comparisons.of(bad, good).isHeld()).isTrue();
    }

    @Test
    void answerWithoutFailedRateHasNoUpperBound() {
        FindMaxResult unboundedAnswer = search(Status.AT_LEAST, 2_000.0, null);
        ValueChange increase = row(Comparisons.of(search(Status.FOUND, 1_000.0, 1_050.0), unboundedAnswer), RATE);
        assertThat(increase.range().lowPercent()).isEqualTo(100 * (2_000.0 / 1_050 - 1), within(1e-9));
        assertThat(increase.range().highPercent()).isEqualTo(1e9);
        ValueChange decrease = row(Comparisons.of(unboundedAnswer, search(Status.FOUND, 1_000.0, 1_050.0)), RATE);
        assertThat(decrease.range().lowPercent()).isEqualTo(-100);
        assertThat(decrease.mark()).isEqualTo(Mark.ONE_RUN);
    }

    /** The fixture does not confirm answers with the status COARSE. */
    @Test
    void comparesAnswerThatIsNotConfirmed() {
        FindMaxResult unconfirmed = search(Status.COARSE, 1_000.0, 1_050.0);
        assertThat(unconfirmed.answer().confirmed()).isFalse();
        ValueChange change = row(Comparisons.of(unconfirmed, search(Status.FOUND, 900.0, 945.0)), RATE);
        assertThat(change.mark()).isEqualTo(Mark.ONE_RUN);
    }

    @Test
    void failsIfSearchHasNoAnswer() {
        Comparison comparison =
                Comparisons.of(search(Status.FOUND, 1_000.0, 1_050.0), search(Status.OPEN, null, null), RATE + " -5%");
        assertThat(row(comparison, RATE).mark()).isEqualTo(Mark.UNKNOWN);
        assertThat(comparison.checks()).extracting(Check::offender).containsExactly("B has no " + RATE);
        assertThat(comparison.isHeld()).isFalse();
    }

    /** All searches try the same rates, so repeats can be identical. The two sides differ by one step of 4.5 %. */
    @Test
    void equalRepeatsDoNotProveDifference() {
        FindMaxResult lowSearch = search(Status.FOUND, 1_000.0, 1_045.0);
        FindMaxResult nextSearch = search(Status.FOUND, 1_045.0, 1_090.0);
        FindMaxResult distantSearch = search(Status.FOUND, 1_200.0, 1_250.0);
        ValueChange rate = row(
                SideBySide.of(
                        ComparedSide.ofSearches("A", List.of(lowSearch, lowSearch, lowSearch)),
                        ComparedSide.ofSearches("B", List.of(nextSearch, nextSearch, nextSearch)),
                        ComparisonSpec.allowing(List.of())),
                RATE);
        assertThat(rate.noise()).isEqualTo(NoiseFrom.REPEATS);
        assertThat(rate.mark()).isEqualTo(Mark.INSIDE_NOISE);
        assertThat(rate.runsAfter()).isEqualTo(3);
        assertThat(row(
                                SideBySide.of(
                                        ComparedSide.ofSearches("A", List.of(lowSearch, lowSearch, lowSearch)),
                                        ComparedSide.ofSearches(
                                                "B", List.of(distantSearch, distantSearch, distantSearch)),
                                        ComparisonSpec.allowing(List.of())),
                                RATE)
                        .mark())
                .isEqualTo(Mark.BETTER);
    }

    @Test
    void rejectsMixedKinds() {
        MatrixResult matrix = matrix(new Random(1), 1);
        assertThatThrownBy(() -> SideBySide.of(
                        ComparedSide.ofMatrices("A", "out/a", List.of(matrix)),
                        ComparedSide.ofPlans("out/b", List.of(plan(1_000, 1, ""))),
                        ComparisonSpec.allowing(List.of())))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("out/b: a plan, must be a matrix over threads, as out/a is");
        assertThatThrownBy(() -> Comparisons.of(plan(1_000, 1, ""), plan(1_000, 1, ""), RATE + " -5%"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("a value to compare: answer.rate, must be one that a plan has, such as ");
    }

    private static ValueChange row(Comparison comparison, String value) {
        return comparison.values().stream()
                .filter(row -> row.value().equals(value))
                .findFirst()
                .orElseThrow();
    }
}
