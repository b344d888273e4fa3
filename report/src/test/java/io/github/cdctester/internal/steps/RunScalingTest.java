// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.result.PlanResult.Scaling;
import io.github.cdctester.result.PlanResult.Scaling.Stretch;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RunScalingTest {

    private static final DurationSummary NO_DURATIONS =
            new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);

    private List<Scaling> scaling(
            int seconds, List<CapacityPrice> prices, List<PhaseSpan> phases, IntFunction<Map<String, Double>> probes) {
        RunSteps steps = new RunSteps();
        for (int second = 1; second <= seconds; second++) {
            steps.add(secondRow(second, SampleRow.RunPart.MEASURE, probes.apply(second)));
        }
        steps.add(secondRow(seconds + 1, SampleRow.RunPart.DRAIN, probes.apply(seconds)));
        return RunScaling.of(steps, steps.findAll(List.of()), prices, phases);
    }

    /** The fourth sample covers 3 s, because two samples before it were missed. The capacity rises at 16 s. */
    @Test
    void lateSampleShiftsLaterSeconds() {
        RunSteps run = new RunSteps();
        for (int number = 1; number <= 28; number++) {
            SampleRow row = secondRow(number, SampleRow.RunPart.MEASURE, Map.of("pcu", number <= 14 ? 2.0 : 4.0));
            run.add(withSeconds(row, number == 4 ? 3 : 1));
        }
        List<PhaseSpan> phases = List.of(span("first", 0, 16), span("rest", 16, 30));
        List<Scaling> scalings =
                RunScaling.of(run, run.findAll(List.of()), List.of(price("pcu", "3600/PCU-hour", "PCU")), phases);

        assertThat(scalings.get(0).stretches())
                .extracting(
                        Stretch::name,
                        Stretch::fromSecond,
                        Stretch::toSecond,
                        Stretch::transactions,
                        stretch -> Math.round(stretch.cost()))
                .containsExactly(
                        tuple("", 0.0, 16.0, 140L, 32L),
                        tuple("", 16.0, 30.0, 140L, 56L),
                        tuple("first", 0.0, 16.0, 140L, 32L),
                        tuple("rest", 16.0, 30.0, 140L, 56L),
                        tuple("", 0.0, 30.0, 280L, 88L));
    }

    private static SampleRow withSeconds(SampleRow row, double seconds) {
        return new SampleRow(
                row.second(),
                row.phase(),
                seconds,
                row.write(),
                row.cdc(),
                List.of(),
                List.of(),
                row.probes(),
                List.of());
    }

    /** Contains ten written transactions and 1,000 read bytes. */
    private static SampleRow secondRow(int second, SampleRow.RunPart part, Map<String, Double> probes) {
        Map<String, Double> values = Map.of("bytes", 1_000.0, "transactions", 12.0);
        return secondRow(second, part, new SampleRow.Cdc(NO_DURATIONS, values, Map.of(), null), probes);
    }

    private static SampleRow secondRow(
            int second, SampleRow.RunPart part, SampleRow.@Nullable Cdc cdc, Map<String, Double> probes) {
        Map<String, Double> write = Map.of("transactions", 10.0, "writes", 40.0, "transactionsPerSecond", 10.0);
        return new SampleRow(
                second,
                part,
                1,
                new SampleRow.Write(write, NO_DURATIONS, NO_DURATIONS, NO_DURATIONS, null, null, Map.of()),
                cdc,
                List.of(),
                List.of(),
                probes,
                List.of());
    }

    private static CapacityPrice price(String series, String text, String unit) {
        return CapacityPrice.parse(series, text, Map.of(series.split("\\.")[0], unit));
    }

    /** The capacity is 2 PCU for 1,200 s, then 4 PCU until the end of the hour. */
    @Test
    void reportsTimeWorkAndCostOfStretches() {
        PhaseSpan firstPhase = span("first", 0, 600);
        Scaling pcu = scaling(
                        3_600,
                        List.of(price("pcu", "0.06/PCU-hour", "PCU")),
                        List.of(firstPhase, span("rest", 600, 3_600)),
                        second -> Map.of("pcu", second <= 1_200 ? 2.0 : 4.0, "other", second < 50 ? 1.0 : 2.0))
                .get(0);

        assertThat(pcu.price()).isEqualTo(new Scaling.Price("0.06/PCU-hour", 0.06, "", "PCU"));
        assertThat(pcu.stretches())
                .extracting(Stretch::kind, Stretch::name, Stretch::from, Stretch::to, Stretch::scaleSeconds)
                .containsExactly(
                        tuple(Stretch.StretchKind.LEVEL, "", null, 2.0, null),
                        tuple(Stretch.StretchKind.STEP, "", 2.0, 4.0, 1.0),
                        tuple(Stretch.StretchKind.PHASE, "first", null, null, null),
                        tuple(Stretch.StretchKind.PHASE, "rest", null, null, null),
                        tuple(Stretch.StretchKind.WHOLE, "", null, null, null));
        assertThat(pcu.stretches())
                .extracting(
                        Stretch::fromSecond, Stretch::toSecond, Stretch::transactions, Stretch::bytes, Stretch::writes)
                .containsExactly(
                        tuple(0.0, 1_200.0, 12_000L, 1_200_000L, 48_000L),
                        tuple(1_200.0, 3_600.0, 24_000L, 2_400_000L, 96_000L),
                        tuple(0.0, 600.0, 6_000L, 600_000L, 24_000L),
                        tuple(600.0, 3_600.0, 30_000L, 3_000_000L, 120_000L),
                        tuple(0.0, 3_600.0, 36_000L, 3_600_000L, 144_000L));
        double[] expectedHours = {2 / 3.0, 8 / 3.0, 1 / 3.0, 3, 10 / 3.0};
        for (int i = 0; i < expectedHours.length; i++) {
            assertThat(pcu.stretches().get(i).capacityHours()).isCloseTo(expectedHours[i], within(1e-9));
            assertThat(pcu.stretches().get(i).cost()).isCloseTo(expectedHours[i] * 0.06, within(1e-9));
        }
    }

    @Test
    void addsUpNodesAndReportsMissingReadings() {
        Scaling nodes = scaling(100, List.of(price("nodes.pcu", "3.6 CNY/PCU-second", "PCU")), List.of(), second -> {
                    Map<String, Double> values = new HashMap<>();
                    if (second != 7) {
                        values.put("nodes.pcu.a", 1.5);
                        values.put("nodes.cpu.a", 99.0);
                        values.put("nodes.count", 1.0);
                    }
                    if (second > 50) {
                        values.put("nodes.pcu.b", 0.5);
                    }
                    return values;
                })
                .get(0);

        Stretch wholeRun = nodes.stretches().get(nodes.stretches().size() - 1);
        assertThat(wholeRun.unknownSeconds()).isEqualTo(1);
        assertThat(wholeRun.transactions()).isEqualTo(1_000);
        assertThat(wholeRun.pricedTransactions()).isEqualTo(990);
        assertThat(wholeRun.capacityHours()).isCloseTo((49 * 1.5 + 50 * 2) / 3_600, within(1e-9));
        assertThat(wholeRun.cost()).isCloseTo((49 * 1.5 + 50 * 2) * 3.6, within(1e-6));
        assertThat(nodes.stretches().get(1))
                .extracting(Stretch::from, Stretch::to)
                .containsExactly(1.5, 2.0);
    }

    /** Node b has no value in ten seconds, but the probe counts it. */
    @Test
    void capacityIsUnknownWhileCountedNodeHasNoValue() {
        IntFunction<Map<String, Double>> probes = second -> second > 40 && second <= 50
                ? Map.of("nodes.a", 2.0, "nodes.count", 2.0)
                : Map.of("nodes.a", 2.0, "nodes.b", 1.0, "nodes.count", 2.0);
        List<Scaling> scalings = scaling(
                100,
                List.of(
                        price("nodes", "1/PCU-second", "PCU"),
                        price("nodes.a", "1/PCU-second", "PCU"),
                        price("nodes.count", "1/node-second", "PCU")),
                List.of(),
                probes);

        assertThat(scalings)
                .extracting(
                        scaling -> scaling.stretches().get(scaling.stretches().size() - 1))
                .extracting(stretch -> Math.round(stretch.cost()), Stretch::unknownSeconds, Stretch::pricedTransactions)
                .containsExactly(tuple(270L, 10.0, 900L), tuple(200L, 0.0, 1_000L), tuple(200L, 0.0, 1_000L));
        assertThat(scalings.get(0).stretches()).extracting(Stretch::kind).doesNotContain(Stretch.StretchKind.STEP);
    }

    /** The count includes the web nodes, which this price excludes. */
    @Test
    void capacityOfSomeTargetsIsKnown() {
        Map<String, Double> probes =
                Map.of("nodes.db.1", 2.0, "nodes.db.2", 1.0, "nodes.web.1", 4.0, "nodes.count", 3.0);
        assertThat(scaling(100, List.of(price("nodes.db", "1/PCU-second", "PCU")), List.of(), second -> probes)
                        .get(0)
                        .stretches())
                .extracting(stretch -> Math.round(stretch.cost()), Stretch::unknownSeconds)
                .contains(tuple(300L, 0.0));
    }

    @Test
    void capacityOfSomeTargetsIsKnownIfOtherTargetsHaveSimilarNames() {
        Map<String, Double> probes = Map.of(
                "nodes.db.1", 2.0, "nodes.db.2", 1.0, "nodes.web.1", 4.0, "nodes.web.2", 4.0, "nodes.count", 4.0);
        assertThat(scaling(100, List.of(price("nodes.db", "1/PCU-second", "PCU")), List.of(), second -> probes)
                        .get(0)
                        .stretches())
                .extracting(stretch -> Math.round(stretch.cost()), Stretch::unknownSeconds)
                .contains(tuple(300L, 0.0));
    }

    /** Each column has a value per node. */
    @Test
    void capacityOfColumnIsUnknownWhileCountedNodeHasNoValue() {
        IntFunction<Map<String, Double>> probes = second -> {
            Map<String, Double> values = new HashMap<>(Map.of(
                    "nodes.pcu.a",
                    2.0,
                    "nodes.pcu.b",
                    1.0,
                    "nodes.cpu.a",
                    50.0,
                    "nodes.cpu.b",
                    60.0,
                    "nodes.count",
                    2.0));
            if (second > 40 && second <= 50) {
                values.remove("nodes.pcu.b");
            }
            return values;
        };
        assertThat(scaling(100, List.of(price("nodes.pcu", "1/PCU-second", "PCU")), List.of(), probes)
                        .get(0)
                        .stretches())
                .extracting(stretch -> Math.round(stretch.cost()), Stretch::unknownSeconds)
                .contains(tuple(270L, 10.0));
    }

    @Test
    void bytesAreUnknownIfThereIsNoStream() {
        RunSteps run = new RunSteps();
        run.add(secondRow(1, SampleRow.RunPart.MEASURE, null, Map.of("pcu", 2.0)));

        List<CapacityPrice> prices = List.of(price("pcu", "0.06/PCU-hour", "PCU"));
        assertThat(RunScaling.of(run, List.of(), prices, List.of()).get(0).stretches())
                .hasSize(2)
                .extracting(Stretch::transactions, Stretch::bytes, Stretch::writes)
                .containsOnly(tuple(10L, null, 40L));
    }

    @Test
    void convertsBytesToUnitOfPrice() {
        Scaling pool = scaling(
                        10,
                        List.of(price("pool", "$2/GiB-hour", "bytes")),
                        List.of(),
                        second -> Map.of("pool", Math.pow(2, 31)))
                .get(0);

        assertThat(pool.price().currency()).isEqualTo("$");
        assertThat(pool.stretches())
                .extracting(Stretch::kind)
                .containsExactly(Stretch.StretchKind.LEVEL, Stretch.StretchKind.WHOLE);
        assertThat(pool.stretches().get(0).to()).isEqualTo(Math.pow(2, 31));
        assertThat(pool.stretches().get(1).cost()).isCloseTo(2 * 2.0 * 10 / 3_600, within(1e-9));
    }

    @Test
    void listsLevelsAndStepsIfThereAreNoPrices() {
        List<Scaling> scalings = scaling(
                20,
                List.of(),
                List.of(span("a", 0, 20)),
                second -> Map.of("pool", second < 9 ? 1.0 : 2.0, "flat", 3.0));

        assertThat(scalings).extracting(Scaling::series).containsExactly("pool");
        assertThat(scalings.get(0).price()).isNull();
        assertThat(scalings.get(0).stretches())
                .extracting(Stretch::transactions)
                .containsExactly(80L, 120L);
        assertThat(scalings.get(0).stretches()).extracting(Stretch::cost).containsOnlyNulls();
        assertThat(scalings.get(0).stretches())
                .extracting(Stretch::pricedTransactions)
                .containsOnlyNulls();
    }

    private static PhaseSpan span(String name, double from, double to) {
        return new PhaseSpan(name, PhaseSpan.PhaseType.OBSERVE, from, to, 1, 2, List.of(), "", null, List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "0.0625, an amount for a unit and a time",
        "0.0625/PCU, an amount for a unit and a time",
        "-1/PCU-hour, an amount for a unit and a time",
        "1/PCU-fortnight, an amount for a unit and a time",
        "1/GB-hour, 'for a unit of the probe''s numbers, PCU'"
    })
    void rejectsInvalidPrice(String text, String expected) {
        assertThatThrownBy(() -> price("pcu", text, "PCU"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("price: " + text + ", must be " + expected);
    }

    @Test
    void probeWithoutUnitUsesUnitOfPrice() {
        assertThat(price("nodes", "1/node-day", "none").price().perHour()).isEqualTo(1 / 24.0);
        assertThat(price("nodes.count", "1/node-minute", "PCU").price().perHour())
                .isEqualTo(60);
    }
}
