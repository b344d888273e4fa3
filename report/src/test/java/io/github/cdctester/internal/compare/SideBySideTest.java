// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import static io.github.cdctester.internal.compare.ComparedRuns.run;
import static io.github.cdctester.internal.compare.ComparedRuns.runs;
import static io.github.cdctester.internal.compare.ComparedRuns.sweep;
import static io.github.cdctester.internal.compare.ComparedRuns.withProbes;
import static io.github.cdctester.internal.compare.ComparedRuns.withSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.report.Comparisons;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Better;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.NoiseFrom;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Comparison.VerdictChange;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SideBySideTest {

    private static final List<RunResult> FIVE_RUNS = runs(100_000, 101_000, 99_000, 100_500, 99_500);
    private static final List<RunResult> FIVE_SIMILAR_RUNS = runs(99_800, 100_900, 99_200, 100_700, 99_400);
    private static final List<RunResult> FIVE_SLOWER_RUNS = runs(90_000, 90_900, 89_100, 90_450, 89_550);

    private static final String TPS = "write.transactionsPerSecond";

    @Test
    void equalRunsDifferOnlyByNoise() {
        Comparison comparison = Comparisons.of(FIVE_RUNS, FIVE_SIMILAR_RUNS);
        assertThat(comparison.values())
                .hasSize(13)
                .allSatisfy(row -> assertThat(row.mark()).as(row.value()).isEqualTo(Mark.INSIDE_NOISE));
        assertThat(comparison.settings()).isEmpty();
        assertThat(comparison.verdicts())
                .containsExactly(new VerdictChange(null, Status.LOSSLESS, Status.LOSSLESS, false));
        assertThat(comparison.isHeld()).isTrue();
        assertThat(comparison.before().runs()).isEqualTo(5);
    }

    @Test
    void reportsSideWithOtherClients() {
        List<RunResult> runsWithOtherClients = FIVE_SIMILAR_RUNS.stream()
                .map(run -> StoredResult.of("mixed", Formats.JSON.text(run).replaceAll("\"own\" ?: ?null", """
                        "own":{"transactions":90000,"events":450000,"bytes":9000000,\
                        "eventsPerTransaction":5,"bytesPerTransaction":100}"""))
                        .run())
                .toList();
        assertThat(runsWithOtherClients.get(0).summary().stream().foreign()).isEqualTo(9_800);
        assertThat(Comparisons.of(FIVE_RUNS, runsWithOtherClients).notes())
                .contains(Note.of(Code.SIDE_HAS_OTHER_WRITERS, "side", "B", "runs", 5L))
                .doesNotContain(Note.of(Code.SIDE_HAS_OTHER_WRITERS, "side", "A", "runs", 5L));
    }

    /** Such runs cannot distinguish their own transactions. */
    @Test
    void reportsSideWhoseCountsIncludeOtherClients() {
        Note othersWrote = Note.of(Code.OTHERS_WROTE, "count", 7, "mixed", "DT, bytes and events per transaction");
        List<RunResult> countedRuns = new ArrayList<>(FIVE_SIMILAR_RUNS.subList(0, 3));
        FIVE_SIMILAR_RUNS
                .subList(3, 5)
                .forEach(run -> countedRuns.add(
                        RunResultCopy.of(run).notes(List.of(othersWrote)).build()));
        assertThat(Comparisons.of(FIVE_RUNS, countedRuns).notes())
                .filteredOn(note -> note.code() == Code.SIDE_HAS_OTHER_WRITERS)
                .extracting(Note::text)
                .containsExactly(
                        "other clients wrote during 2 runs of B: BPS, EPS and TPS include all clients, also DT,"
                                + " bytes and events per transaction");
    }

    @Test
    void reportsThatRowsWithAllowanceAreTableOfTheirOwn() {
        assertThat(Comparisons.of(FIVE_RUNS, FIVE_SIMILAR_RUNS).notes())
                .contains(Note.of(Code.SIMULTANEOUS_INTERVALS, "confidencePercent", "95"));
        assertThat(Comparisons.of(FIVE_RUNS, FIVE_SIMILAR_RUNS, TPS + " -50%").notes())
                .contains(Note.of(Code.SIMULTANEOUS_INTERVALS, "confidencePercent", "95", "allowances", "true"));
    }

    @Test
    void changeIsWorseOrBetterByDirectionOfValue() {
        Comparison comparison = Comparisons.of(FIVE_RUNS, FIVE_SLOWER_RUNS);
        ValueChange rate = row(comparison, TPS);
        assertThat(rate.mark()).isEqualTo(Mark.WORSE);
        assertThat(rate.noise()).isEqualTo(NoiseFrom.REPEATS);
        assertThat(rate.changePercent()).isEqualTo(-10, within(0.01));
        assertThat(rate.range().lowPercent()).isBetween(-13.0, -10.0);
        assertThat(rate.range().highPercent()).isBetween(-10.0, -7.0);
        assertThat(rate.before()).isEqualTo(10_000, within(1.0));
        assertThat(row(comparison, "cdc.delay.p99Millis").mark()).isEqualTo(Mark.BETTER);
        assertThat(row(comparison, "write.latency.p99Millis").mark()).isEqualTo(Mark.INSIDE_NOISE);
        Comparison reversed = Comparisons.of(FIVE_SLOWER_RUNS, FIVE_RUNS);
        assertThat(row(reversed, TPS).mark()).isEqualTo(Mark.BETTER);
        assertThat(row(reversed, "cdc.delay.p99Millis").mark()).isEqualTo(Mark.WORSE);
        assertThat(reversed.isHeld()).as("no allowance was given").isTrue();
    }

    @Test
    void doesNotJudgeDelaysOfDifferentSources() {
        List<RunResult> byHeartbeats = FIVE_SLOWER_RUNS.stream()
                .map(ComparedRuns::withDelaysByHeartbeats)
                .toList();

        Comparison comparison = Comparisons.of(FIVE_RUNS, byHeartbeats, "delay.p99 +90%");

        ValueChange delay = row(comparison, "cdc.delay.p99Millis");
        assertThat(delay.mark()).isEqualTo(Mark.NOT_JUDGED);
        assertThat(delay.range()).isNull();
        assertThat(row(comparison, TPS).mark()).as("a rate").isEqualTo(Mark.WORSE);
        assertThat(comparison.isHeld()).isFalse();
        assertThat(comparison.checks())
                .singleElement()
                .satisfies(check -> assertThat(check.offender())
                        .contains("not decided: delays of different sources are not comparable"));
        assertThat(comparison.notes())
                .contains(Note.of(
                        Code.DELAY_SOURCES_DIFFER,
                        "before",
                        List.of("COMMIT_TIMESTAMP"),
                        "after",
                        List.of("HEARTBEAT")));
        assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(comparison))
                .containsPattern("cdc.delay.p99 ms .*not judged")
                .doesNotContain("published");
    }

    @Test
    void doesNotJudgeDelaysOfMixedSourcesOnOneSide() {
        List<RunResult> mixedRuns = List.of(FIVE_RUNS.get(0), ComparedRuns.withDelaysByHeartbeats(FIVE_RUNS.get(1)));

        assertThat(row(Comparisons.of(FIVE_RUNS, mixedRuns), "cdc.delay.p50Millis")
                        .mark())
                .isEqualTo(Mark.NOT_JUDGED);
        assertThat(row(Comparisons.of(mixedRuns.subList(0, 1), mixedRuns.subList(1, 2)), "cdc.delay.p50Millis")
                        .mark())
                .as("one run each")
                .isEqualTo(Mark.NOT_JUDGED);
    }

    @Test
    void countIsNeitherBetterNorWorse() {
        ComparisonSpec spec = new ComparisonSpec(List.of("cdc.events", "errors"), List.of(), 0.95);
        Comparison comparison =
                SideBySide.of(ComparedSide.ofRuns("a", FIVE_RUNS), ComparedSide.ofRuns("b", FIVE_SLOWER_RUNS), spec);
        assertThat(row(comparison, "cdc.events").mark()).isEqualTo(Mark.CHANGED);
        ValueChange errors = row(comparison, "write.errorsPerCode");
        assertThat(errors.mark()).isEqualTo(Mark.INSIDE_NOISE);
        assertThat(errors.changePercent()).isZero();
    }

    /** The delay has as many values as there are transactions, up to 1000. */
    @Test
    void notesPercentilesOfFewValues() {
        Comparison comparison = Comparisons.of(runs(20, 21, 22), runs(30, 31, 32));
        assertThat(comparison.notes())
                .contains(Note.of(
                        Code.FEW_VALUES_FOR_PERCENTILES,
                        "percentiles",
                        List.of("cdc.delay.p99 ms (of 20 in some run)")));
        assertThat(Comparisons.of(FIVE_RUNS, FIVE_SIMILAR_RUNS).notes())
                .extracting(Note::code)
                .doesNotContain(Code.FEW_VALUES_FOR_PERCENTILES);
    }

    @Test
    void singleRunsProveNothing() {
        Comparison comparison = Comparisons.of(
                List.of(withSeconds(run(100_000, Status.LOSSLESS), 40)),
                List.of(withSeconds(run(50_000, Status.LOSSLESS), 40)));
        ValueChange rate = row(comparison, TPS);
        assertThat(rate.mark()).isEqualTo(Mark.ONE_RUN);
        assertThat(rate.noise()).isEqualTo(NoiseFrom.UNKNOWN);
        assertThat(rate.changePercent()).isEqualTo(-50, within(0.01));
        assertThat(rate.range()).isNull();
        assertThat(comparison.notes()).extracting(Note::code).contains(Code.NOISE_UNKNOWN);
    }

    @Test
    void singleRunsWithZeroProveNothing() {
        ComparisonSpec spec = new ComparisonSpec(List.of("errors"), List.of(Allowance.parse("errors +0%")), 0.95);
        ComparedSide side = ComparedSide.ofRuns("first", FIVE_RUNS.subList(0, 1));

        Comparison comparison = SideBySide.of(side, side, spec);

        assertThat(row(comparison, "write.errorsPerCode").mark()).isEqualTo(Mark.ONE_RUN);
        assertThat(comparison.isHeld()).isFalse();
        assertThat(comparison.notes()).extracting(Note::code).contains(Code.NOISE_UNKNOWN, Code.SIDES_ARE_EQUAL);
    }

    @Test
    void comparesProbes() {
        RunResult before = withProbes(withSeconds(run(100_000, Status.LOSSLESS), 40), 50);
        RunResult after = withProbes(withSeconds(run(100_000, Status.LOSSLESS), 40), 60);
        Comparison comparison = Comparisons.of(List.of(before), List.of(after));
        ValueChange cpu = row(comparison, "probes.cpu");
        assertThat(cpu.changePercent()).isEqualTo(20, within(0.01));
        assertThat(cpu.better()).isEqualTo(Better.NEITHER);
        assertThat(comparison.values())
                .filteredOn(row -> row.value().startsWith("probes."))
                .hasSize(20);
        ComparisonSpec spec = new ComparisonSpec(List.of("probes.t29"), List.of(), 0.95);
        assertThat(SideBySide.of(
                                ComparedSide.ofRuns("a", List.of(before)),
                                ComparedSide.ofRuns("b", List.of(run(100_000, Status.LOSSLESS))),
                                spec)
                        .values())
                .singleElement()
                .extracting(ValueChange::before, ValueChange::after)
                .containsExactly(50.0, null);
    }

    @Test
    void singleRunAgainstRepeatsProvesNothing() {
        Comparison comparison = Comparisons.of(FIVE_RUNS, List.of(withSeconds(run(50_000, Status.LOSSLESS), 60)));
        assertThat(row(comparison, TPS).mark()).isEqualTo(Mark.ONE_RUN);
        assertThat(row(comparison, TPS).range()).isNull();
    }

    @Test
    void worseVerdictFailsDespiteAllowance() {
        List<RunResult> runsWithLoss = new ArrayList<>(FIVE_SIMILAR_RUNS);
        runsWithLoss.set(3, run(100_700, Status.LOST));
        Comparison comparison = Comparisons.of(FIVE_RUNS, runsWithLoss);
        assertThat(comparison.verdicts()).containsExactly(new VerdictChange(null, Status.LOSSLESS, Status.LOST, true));
        assertThat(comparison.checks())
                .containsExactly(new Check("verdict", null, false, "it was LOSSLESS and is LOST"));
        assertThat(comparison.isHeld()).isFalse();
        assertThat(Comparisons.of(runsWithLoss, FIVE_RUNS).isHeld()).isTrue();
    }

    @Test
    void failsIfVerdictOfConsumerIsWorse() {
        List<RunResult> goodRuns = judged(JudgedResult.lossless("orders"), JudgedResult.repeating("stock"));
        List<RunResult> badRuns = judged(JudgedResult.torn("orders"), JudgedResult.repeating("stock"));
        assertThat(Comparisons.of(goodRuns, goodRuns).isHeld()).isTrue();
        assertThat(Comparisons.of(badRuns, goodRuns).isHeld()).isTrue();
        assertThat(Comparisons.of(goodRuns, badRuns).checks())
                .containsExactly(new Check(
                        "consumers.orders.verdict",
                        null,
                        false,
                        "it was LOSSLESS, EXACTLY_ONCE and is LOST, AT_MOST_ONCE"));
    }

    @Test
    void failsIfConsumerIsMissing() {
        Comparison comparison = Comparisons.of(judged(JudgedResult.lossless("orders")), judged());
        assertThat(comparison.checks())
                .containsExactly(new Check(
                        "consumers.orders.verdict", null, false, "it was LOSSLESS, EXACTLY_ONCE and is NOT_CHECKED"));
    }

    @Test
    void weakerDeliveryWithTheSameVerdictIsWorse() {
        ConsumerResult torn = JudgedResult.torn("orders");
        Comparison comparison = Comparisons.of(judged(torn), judged(JudgedResult.withDelivery(torn, Delivery.UNKNOWN)));
        assertThat(comparison.checks())
                .containsExactly(new Check(
                        "consumers.orders.verdict", null, false, "it was LOST, AT_MOST_ONCE and is LOST, UNKNOWN"));
    }

    @Test
    void listsDifferentSettingsExceptServerIdentity() {
        List<RunResult> runsOnOtherServer = FIVE_RUNS.stream()
                .map(run -> ComparedRuns.withServerVersion(run, "9.9.9"))
                .toList();
        assertThat(Comparisons.of(FIVE_RUNS, runsOnOtherServer).settings())
                .containsExactly(new SettingChange(
                        "server.version", FIVE_RUNS.get(0).server().version(), "9.9.9"));
    }

    @Test
    void listsConditionsOfOneSide() {
        List<RunResult> notDurableRuns = FIVE_RUNS.stream()
                .map(run ->
                        run.withNotes(List.of(Note.of(Code.COMMITS_NOT_DURABLE, "settings", List.of("sync_binlog=0")))))
                .toList();
        Comparison comparison = Comparisons.of(FIVE_RUNS, notDurableRuns);
        assertThat(comparison.settings())
                .containsExactly(new SettingChange("notes.COMMITS_NOT_DURABLE.settings", "", "sync_binlog=0"));
        assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(comparison)).contains("The conditions differ");
        assertThat(Comparisons.of(notDurableRuns, notDurableRuns).settings()).isEmpty();
    }

    @Test
    void listsDifferentMethodsOfVerdicts() {
        List<RunResult> runsByCounts = FIVE_RUNS.stream()
                .map(run -> StoredResult.of("counts", Formats.JSON.text(run).replace("\"exact\"", "\"counts\""))
                        .run())
                .toList();
        assertThat(runsByCounts.get(0).verdict().method()).isEqualTo("counts");
        Comparison comparison = Comparisons.of(FIVE_RUNS, runsByCounts);
        assertThat(comparison.settings()).containsExactly(new SettingChange("verdict.method", "exact", "counts"));
        assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(comparison))
                .contains("The methods of the verdicts differ");
    }

    @Test
    void sweepWithBadConsumerFails() {
        assertThat(sweep(List.of(judged(JudgedResult.lossless("orders")))).isHeld())
                .isTrue();
        assertThat(sweep(List.of(judged(JudgedResult.torn("orders")))).isHeld()).isFalse();
    }

    @Test
    void comparesSweepStepsWithCommonNoise() {
        Random random = new Random(23);
        List<List<RunResult>> before = steps(random, 1, 1, 1, 1);
        List<List<RunResult>> after = steps(random, 1, 1, 0.9, 1);
        Comparison comparison = Comparisons.of(sweep(before), sweep(after), TPS + " -5%");
        assertThat(comparison.axis()).isEqualTo("threads");
        assertThat(comparison.values().stream().filter(row -> row.value().equals(TPS)))
                .extracting(ValueChange::step, ValueChange::mark, ValueChange::noise)
                .containsExactly(
                        tuple("1", Mark.INSIDE_NOISE, NoiseFrom.ALL_STEPS),
                        tuple("2", Mark.INSIDE_NOISE, NoiseFrom.ALL_STEPS),
                        tuple("4", Mark.WORSE, NoiseFrom.ALL_STEPS),
                        tuple("8", Mark.INSIDE_NOISE, NoiseFrom.ALL_STEPS));
        assertThat(comparison.checks()).extracting(Check::held).containsExactly(true, true, false, true);
        assertThat(comparison.checks().get(2).offender()).startsWith("threads 4: " + TPS + " -");
        assertThat(comparison.verdicts()).hasSize(4);
    }

    @Test
    void reportsMissingSteps() {
        Comparison comparison =
                Comparisons.of(sweep(List.of(FIVE_RUNS, FIVE_RUNS, FIVE_RUNS)), sweep(List.of(FIVE_SIMILAR_RUNS)));
        assertThat(comparison.notes())
                .contains(Note.of(
                        Code.STEPS_ON_ONE_SIDE_ONLY, "side", "A", "axis", "threads", "steps", List.of("2", "4")));
        assertThat(comparison.values()).extracting(ValueChange::step).containsOnly("1");
    }

    @Test
    void rejectsIncomparableResults() {
        ComparedSide run = ComparedSide.ofRuns("out/a", FIVE_RUNS);
        ComparedSide sweep = ComparedSide.ofSweeps("B", "out/b", List.of(sweep(List.of(FIVE_RUNS))));
        ComparedSide rateSweep = ComparedSide.ofSweeps("B", "out/c", List.of(sweep("rate", List.of(FIVE_RUNS))));
        ComparisonSpec spec = ComparisonSpec.allowing(List.of());
        assertThatThrownBy(() -> SideBySide.of(run, sweep, spec))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("out/b: a sweep over threads, must be a run, as out/a is");
        assertThatThrownBy(() -> SideBySide.of(rateSweep, sweep, spec))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("out/b: a sweep over threads, must be a sweep over rate");
        assertThatThrownBy(() -> Comparisons.of(List.of(), FIVE_RUNS))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("before: empty, must be one run or more");
        assertThatThrownBy(() -> new ComparisonSpec(List.of("wirte.transactionsPerSecond"), List.of(), 0.95))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("did you mean write.transactionsPerSecond?");
        assertThatThrownBy(() -> new ComparisonSpec(List.of(), List.of(), 1))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("confidence: 100.0 %, must be");
    }

    /** The noise is uniform, up to ±1 %. */
    private static List<List<RunResult>> steps(Random random, double... factors) {
        List<List<RunResult>> steps = new ArrayList<>();
        for (double factor : factors) {
            long[] transactions = random.doubles(5, -1, 1)
                    .mapToLong(deviation -> Math.round(100_000 * factor * (1 + 0.01 * deviation)))
                    .toArray();
            steps.add(runs(transactions));
        }
        return steps;
    }

    private static ValueChange row(Comparison comparison, String value) {
        return comparison.values().stream()
                .filter(row -> row.value().equals(value))
                .findFirst()
                .orElseThrow();
    }

    private static List<RunResult> judged(ConsumerResult... consumers) {
        return List.of(JudgedResult.of(List.of(), List.of(), consumers));
    }
}
