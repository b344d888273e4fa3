// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import static io.github.cdctester.internal.compare.ComparedRuns.run;
import static io.github.cdctester.internal.compare.ComparedRuns.runs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.report.Comparisons;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict.Status;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sign of an allowance is the direction that it limits. */
final class AllowanceTest {

    private static final List<RunResult> FIVE_RUNS = runs(100_000, 101_000, 99_000, 100_500, 99_500);
    private static final List<RunResult> SLOWER_RUNS = runs(90_000, 90_900, 89_100, 90_450, 89_550);
    private static final List<RunResult> NOISY_RUNS = runs(60_000, 140_000, 50_000, 130_000, 95_000);

    @ParameterizedTest
    @CsvSource({
        "write.transactionsPerSecond -5%, false",
        "write.transactionsPerSecond -12%, true",
        "write.transactionsPerSecond +1%, true",
        "tps-5.5 %, false",
        "TPS - 5%, false",
        "delay.p99 +10%, true",
        "delay.p99 -12%, true",
        "delay.p99 -8%, false",
        "latency.p99 +0%, true",
        "latency.p99 -0%, true",
        "errors +0%, true",
    })
    void passesIfChangeIsWithinAllowance(String allowed, boolean isHeld) {
        assertThat(Comparisons.of(FIVE_RUNS, SLOWER_RUNS, allowed).checks())
                .extracting(Check::held)
                .containsExactly(isHeld);
    }

    /** Delays of 33 µs and more: a difference of one step of the stored values is within their precision. */
    @ParameterizedTest
    @CsvSource({
        "33, 33, +0%, HELD",
        "33, 34, +2%, HELD",
        "34, 33, -2%, HELD",
        "33, 35, +2%, BROKEN",
        "33, 35, +6%, UNDECIDED",
        "33, 37, +2%, BROKEN",
        "37, 33, -2%, BROKEN",
        "5, 7, +10%, BROKEN",
        "330, 340, +2%, BROKEN",
    })
    void allowsRoundingOfShortDurations(long before, long after, String allowed, String outcome) {
        Comparison comparison = Comparisons.of(fiveRuns(before), fiveRuns(after), "delay.p50 " + allowed);
        Check check = comparison.checks().get(0);
        assertThat(check.held() ? "HELD" : check.isBroken() ? "BROKEN" : "UNDECIDED")
                .as(check.offender())
                .isEqualTo(outcome);
        if (outcome.equals("UNDECIDED")) {
            assertThat(check.undecided().repeats()).as("repeats do not help").isNull();
            assertThat(check.offender()).endsWith("searches, or durations in whole µs, are less precise than that");
        }
        assertThat(comparison.values().stream()
                        .filter(row -> row.value().equals("cdc.delay.p50Millis"))
                        .findFirst()
                        .orElseThrow()
                        .mark())
                .isEqualTo(
                        outcome.equals("HELD")
                                ? Comparison.Mark.INSIDE_NOISE
                                : after > before ? Comparison.Mark.WORSE : Comparison.Mark.BETTER);
    }

    private static List<RunResult> fiveRuns(long micros) {
        return runs(micros, micros, micros, micros, micros);
    }

    @Test
    void reportsChangeWithInterval() {
        Check check = Comparisons.of(FIVE_RUNS, SLOWER_RUNS, "tps -5%").checks().get(0);
        assertThat(check.expression()).isEqualTo("tps -5%");
        assertThat(check.actual()).isBetween(-10.1, -9.8);
        assertThat(check.offender()).matches("cdc\\.transactionsPerSecond -\\S+ % \\(-1\\S+ to -[89]\\S+\\)");
    }

    /** One interval is too wide, the other is too close to the allowance. */
    @Test
    void isUndecidedIfIntervalIsPartlyAllowed() {
        Check wideCheck =
                Comparisons.of(FIVE_RUNS, NOISY_RUNS, "tps -20%").checks().get(0);
        assertThat(wideCheck.actual()).isBetween(-20.0, -5.0);
        assertThat(wideCheck.held()).isFalse();
        assertThat(wideCheck.isBroken()).isFalse();
        assertThat(wideCheck.undecided().repeats()).isBetween(50, 200);
        assertThat(wideCheck.offender())
                .contains(" % (")
                .contains(", not decided: about " + wideCheck.undecided().repeats() + " repeats of each side would")
                .endsWith(" % from run to run)");
        Check closeCheck =
                Comparisons.of(FIVE_RUNS, SLOWER_RUNS, "tps -9.8%").checks().get(0);
        assertThat(closeCheck.undecided().repeats()).isGreaterThan(5);
    }

    @Test
    void isUndecidedForSingleOrNoisyRuns() {
        List<RunResult> singleRun = List.of(run(100_000, Status.LOSSLESS));
        Check check = Comparisons.of(singleRun, List.of(run(110_000, Status.LOSSLESS)), "delay.p99 +5%")
                .checks()
                .get(0);
        assertThat(check.held()).isFalse();
        assertThat(check.offender())
                .endsWith(" %, not decided: one run each, so the noise is not known; make 5 repeats of each side");
        assertThat(check.undecided().repeats()).isEqualTo(5);
        Comparison threeRuns = Comparisons.of(runs(20, 100, 700), runs(90, 600, 30), "tps -5%");
        assertThat(threeRuns.checks().get(0).undecided().repeats()).isGreaterThan(1_000);
        assertThat(threeRuns.isHeld()).isFalse();
        assertThat(Comparisons.of(runs(20, 100, 700), runs(90, 600, 30), "errors +0%")
                        .isHeld())
                .as("no error in any run")
                .isTrue();
    }

    /** A value that was 0 in some runs has no interval. None is needed if it was 0 in all runs before and in no run after. */
    @Test
    void needsNoIntervalIfValueWasZeroOnlyBefore() {
        List<RunResult> withoutCatchUp = runsWithCatchUp(0, 0, 0, 0, 0);
        assertThat(catchUp(withoutCatchUp, runsWithCatchUp(3, 1, 4, 1, 5)).isBroken())
                .isTrue();
        assertThat(catchUp(withoutCatchUp, withoutCatchUp).held()).isTrue();
        assertThat(catchUp(runsWithCatchUp(0, 2, 0, 1, 3), runsWithCatchUp(0, 1, 2, 0, 4))
                        .undecided()
                        .reason())
                .isEqualTo("it was 0 in some runs, so there is no interval");
    }

    private static Check catchUp(List<RunResult> before, List<RunResult> after) {
        return Comparisons.of(before, after, "catchUpSeconds +10%").checks().get(0);
    }

    private static List<RunResult> runsWithCatchUp(double... catchUpSeconds) {
        return Arrays.stream(catchUpSeconds)
                .mapToObj(seconds -> RunResults.of(100, seconds, 0.1, Status.LOSSLESS))
                .toList();
    }

    @Test
    void failsIfValueWasNotMeasured() {
        Check check = Comparisons.of(FIVE_RUNS, SLOWER_RUNS, "cdc.rowsPerSecond -5%")
                .checks()
                .get(0);
        assertThat(check.held()).isFalse();
        assertThat(check.offender()).isEqualTo("A has no cdc.rowsPerSecond");
    }

    /** Runs that became worse may have lost the value. The CPU time -1 is unknown. */
    @Test
    void failsIfSomeRunsOfBLostValue() {
        List<RunResult> known = runsWithReaderCpu(2, 2.1, 1.9, 2, 2.05);
        List<RunResult> partlyUnknown = runsWithReaderCpu(2, 2.1, -1, -1, -1);
        Check check = readerCpu(known, partlyUnknown);
        assertThat(check.isBroken()).isTrue();
        assertThat(check.offender()).isEqualTo("3 of 5 runs of B have no tester.readerCpuSeconds");
        assertThat(readerCpu(partlyUnknown, partlyUnknown).isBroken())
                .as("a result equals itself")
                .isFalse();
        assertThat(readerCpu(partlyUnknown, known).isBroken()).isFalse();
        assertThat(readerCpu(known, known).held()).isTrue();
    }

    private static Check readerCpu(List<RunResult> before, List<RunResult> after) {
        return Comparisons.of(before, after, "readerCpuSeconds +10%").checks().get(0);
    }

    private static List<RunResult> runsWithReaderCpu(double... readerCpuSeconds) {
        return Arrays.stream(readerCpuSeconds)
                .mapToObj(seconds -> RunResults.of(100, 0, seconds, Status.LOSSLESS))
                .toList();
    }

    @Test
    void judgesValuesWithAllowanceSeparately() {
        double confidence = confidence("tps -5%");
        assertThat(confidence).isEqualTo(0.95);
        assertThat(Comparisons.of(FIVE_RUNS, FIVE_RUNS).values().stream()
                        .filter(row -> row.value().equals("cdc.transactionsPerSecond"))
                        .findFirst()
                        .orElseThrow()
                        .range()
                        .confidence())
                .isGreaterThan(0.99);
    }

    private static double confidence(String allowed) {
        return Comparisons.of(FIVE_RUNS, FIVE_RUNS, allowed).values().stream()
                .filter(row -> row.value().equals("cdc.transactionsPerSecond"))
                .findFirst()
                .orElseThrow()
                .range()
                .confidence();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "tps",
                "tps -5",
                "tps 5%",
                "tps -five%",
                "tps=5%",
                "-5%",
                "tps -5% eps -5%",
                "tps -5%%",
                "tps --5%",
                "tps -5000000%",
            })
    void rejectsInvalidForm(String allowed) {
        assertThatThrownBy(() -> Allowance.parse(allowed))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("allow: '" + allowed + "' is not a name with a sign and a percentage, such as")
                .hasMessageNotContaining("\n");
    }

    @Test
    void rejectsUnknownNameWithSuggestion() {
        assertThatThrownBy(() -> Allowance.parse("dealy.p99 +10%"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("the result has no number named dealy.p99; did you mean delay.p99?");
    }
}
