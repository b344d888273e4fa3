// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.internal.report.LoadSpan;
import io.github.cdctester.internal.steps.RunSteps;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.Climb;
import io.github.cdctester.result.SecondFixtures;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A probe's values contain the capacity steps of TDSQL-C's publication. */
final class PublishedLadderTest {

    private static final String PUBLICATION = "tdsql-c/main-and-stress";
    private static final DurationSummary NO_DURATIONS =
            new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);
    private static final double[] LEVELS = {0.5, 1, 2.375, 5.5, 11.125, 22.375, 11.125, 5.5, 2.375, 1, 0.5};
    private static final double[] CHANGE_SECONDS = {335, 370, 405, 440, 475, 737, 830, 879, 932, 992};

    @ParameterizedTest
    @ValueSource(doubles = {1, 0.1})
    void findsPublishedTimes(double scale) {
        Comparison comparison = PublishedRows.compare(
                PUBLICATION, Map.of(), ComparedSide.ofPlans("ours", List.of(plan(replayedSteps(scale)))));

        assertThat(comparison.values())
                .extracting(ValueChange::value)
                .containsExactly("probes.pool.climb.1.sinceLoadSeconds", "probes.pool.descent.1.sinceLoadSeconds");
        assertThat(comparison.values()).extracting(ValueChange::before).containsExactly(175.0, 392.0);
        assertThat(comparison.values())
                .allSatisfy(
                        row -> assertThat(row.after() / scale / row.before()).isCloseTo(1, within(0.03)));
    }

    /** PolarDB's publications call the quantity PCU. The probe of the result has another name, which the user specifies. */
    @Test
    void usesNamedProbeForQuantity() {
        ComparedSide ours = ComparedSide.ofPlans("ours", List.of(plan(replayedSteps(1))));

        assertThat(PublishedRows.compare("polardb-serverless/scale-up-1", Map.of("pcu", "pool"), ours)
                        .values())
                .extracting(ValueChange::value)
                .containsExactly("probes.pool.climb.2.sinceLoadSeconds", "probes.pool.descent.2.sinceLoadSeconds");
        assertThatThrownBy(() -> PublishedRows.compare(PUBLICATION, Map.of("pcu", "pool"), ours))
                .hasMessage("publishedProbe: pcu=pool, must be a quantity of tdsql-c/main-and-stress: pool");
        assertThatThrownBy(() -> PublishedRows.compare(PUBLICATION, Map.of("pool", "cpu"), ours))
                .hasMessage(
                        "publishedProbe: pool=cpu, must be a series of a probe that rises or falls in steps in ours");
    }

    /** Steps before the start of the second load do not belong to the climb after it. */
    @ParameterizedTest
    @ValueSource(ints = {20, 200})
    void measuresClimbsFromLastLoadStart(int firstStepSecond) {
        RunSteps steps = new RunSteps();
        for (int second = 1; second <= 400; second++) {
            steps.add(sample(second, second < firstStepSecond ? 1 : second < 320 ? 2 : second < 350 ? 4 : 8));
        }

        List<Climb> climbs = steps.findAll(List.of(new LoadSpan("main", 0, 400), new LoadSpan("stress", 300, 390)))
                .get(0)
                .climbs();

        assertThat(climbs).extracting(Climb::steps).containsExactly(1, 2);
        assertThat(climbs).extracting(Climb::sinceLoadSeconds).containsExactly((double) firstStepSecond, 50.0);
    }

    private static List<SeriesSteps> replayedSteps(double scale) {
        RunSteps steps = new RunSteps();
        for (int second = 1; second <= 1_200 * scale; second++) {
            int level = 0;
            while (level < CHANGE_SECONDS.length && second >= CHANGE_SECONDS[level] * scale) {
                level++;
            }
            steps.add(sample(second, LEVELS[level]));
        }
        return steps.findAll(
                List.of(new LoadSpan("main", 0, 1_200 * scale), new LoadSpan("stress", 300 * scale, 600 * scale)));
    }

    private static SampleRow sample(int second, double pool) {
        SampleRow.Cdc cdc =
                SecondFixtures.cdc(NO_DURATIONS, 0, 0, 0, 0, 0, 0, 0, SampleRow.Motion.FLOWING, 0L, 0, Map.of(), null);
        return new SampleRow(
                second, SampleRow.RunPart.MEASURE, 1, null, cdc, List.of(), List.of(), Map.of("pool", pool), List.of());
    }

    private static PlanResult plan(List<SeriesSteps> series) {
        PlanResult plan = ComparedExperiments.plan(1_000, 1, "");
        return new PlanResult(
                plan.schemaVersion(),
                plan.kind(),
                plan.startedAt(),
                plan.label(),
                plan.text(),
                false,
                null,
                plan.steps(),
                List.of(),
                series,
                plan.whole(),
                List.of());
    }
}
