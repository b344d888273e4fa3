// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.experiment.probe.ProbeCondition.Goal;
import io.github.cdctester.internal.experiment.probe.ProbeCondition.Relation;
import io.github.cdctester.internal.limit.LimitValue;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import io.github.cdctester.result.SecondFixtures;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.sample.SampleRow.RunPart;
import io.github.cdctester.result.summary.DurationSummary;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CellWatchTest {

    private static final Duration MAX_WARM_UP = Duration.ofMinutes(5);

    @Test
    void fixedWarmUpRunsToItsEnd() {
        CellWatch watch = new CellWatch(CellWarmUp.fixed(MAX_WARM_UP));
        watch.sample(secondRow(RunPart.WARM_UP, 1_000, Map.of()));
        assertThat(watch.isMet()).isFalse();
        assertThat(watch.isConditionMet()).isNull();
        assertThat(watch.warmUpSeconds()).isEqualTo(1);
    }

    @Test
    void probeEndsWarmUp() {
        CellWatch watch = new CellWatch(warmUpUntil(Relation.AT_LEAST, "99 %", 0, Optional.empty()));
        watch.sample(secondRow(RunPart.WARM_UP, 1_000, Map.of("cpu", 98.9)));
        watch.sample(secondRow(RunPart.WARM_UP, 1_000, Map.of("other", 100.0)));
        assertThat(watch.isMet()).isFalse();
        watch.sample(secondRow(RunPart.WARM_UP, 1_000, Map.of("cpu", 99.0)));
        assertThat(watch.isMet()).isTrue();
        assertThat(watch.isConditionMet()).isTrue();
        watch.sample(secondRow(RunPart.MEASURE, 1_000, Map.of("cpu", 100.0)));
        watch.sample(secondRow(RunPart.MEASURE, 1_000, Map.of())); // no reading
        watch.sample(secondRow(RunPart.MEASURE, 1_000, Map.of("cpu", 98.0)));
        watch.sample(secondRow(RunPart.DRAIN, 1_000, Map.of("cpu", 2.0)));
        assertThat(watch.warmUpSeconds()).isEqualTo(3);
        assertThat(watch.state()).isEqualTo("cpu is 99 %, wanted at least 99 %");
    }

    @Test
    void probeConditionMustHoldForItsDuration() {
        CellWatch watch = new CellWatch(warmUpUntil(Relation.EQUALS, "3", 2, Optional.empty()));
        for (double nodeCount : new double[] {3, 4, 3, 3}) {
            watch.sample(secondRow(RunPart.WARM_UP, 1_000, Map.of("cpu", nodeCount)));
            assertThat(watch.isMet()).isFalse();
        }
        watch.sample(secondRow(RunPart.WARM_UP, 1_000, Map.of("cpu", 3.0)));
        assertThat(watch.isMet()).isTrue();
    }

    @Test
    void probeMustBeStableForItsDuration() {
        CellWatch watch = new CellWatch(warmUpUntil(Relation.ANY, "0", 2, Optional.of("1")));
        for (double cpu : new double[] {50, 60, 61, 62}) {
            watch.sample(secondRow(RunPart.WARM_UP, 1_000, Map.of("cpu", cpu)));
        }
        watch.sample(secondRow(RunPart.WARM_UP, 1_000, Map.of("cpu", 62.5)));
        assertThat(watch.isMet()).isFalse();
        watch.sample(secondRow(RunPart.WARM_UP, 1_000, Map.of("cpu", 62.0)));
        assertThat(watch.isMet()).isTrue();
    }

    private static CellWarmUp warmUpUntil(Relation relation, String bound, int seconds, Optional<String> within) {
        Goal goal = new Goal(
                "cpu",
                relation,
                LimitValue.parse("bound", bound, "percent"),
                Duration.ofSeconds(seconds),
                within.map(range -> LimitValue.parse("within", range, "percent")));
        return new CellWarmUp(MAX_WARM_UP, Optional.of(PhaseEnd.onProbe(goal)));
    }

    @Test
    void stableRateEndsWarmUp() {
        CellWatch watch = new CellWatch(new CellWarmUp(MAX_WARM_UP, Optional.of(PhaseEnd.STABLE)));
        for (int second = 1; second <= 80; second++) {
            watch.sample(secondRow(RunPart.WARM_UP, 100 * second, Map.of()));
        }
        assertThat(watch.isMet()).isFalse();
        assertThat(watch.state()).isEqualTo("the rate is 8000, wanted stable over 60 s");
        for (int second = 1; second <= 75; second++) {
            watch.sample(secondRow(RunPart.WARM_UP, 8_000 + second % 2, Map.of()));
        }
        assertThat(watch.isMet()).isTrue();
    }

    private static SampleRow secondRow(RunPart phase, double queries, Map<String, Double> probes) {
        DurationSummary none = RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS)
                .summary()
                .write()
                .startDelay();
        SampleRow.Write write =
                SecondFixtures.write(1, 1, 1, (long) queries, queries, 0, 0, 0, 0, 0, none, none, none, null, null);
        SampleRow.Cdc cdc =
                SecondFixtures.cdc(none, 0, 0, 0, 0, 0, 0, 0, SampleRow.Motion.IDLE, null, 0, Map.of(), null);
        return new SampleRow(1, phase, 1, write, cdc, List.of(), List.of(), probes, List.of());
    }
}
