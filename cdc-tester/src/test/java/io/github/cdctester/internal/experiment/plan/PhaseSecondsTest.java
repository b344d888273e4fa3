// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.plan.PhaseResults.PhaseSeconds;
import io.github.cdctester.result.SecondFixtures;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.sample.SampleRow.RunPart;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The phases are from 0 to 2.5 s and from 3.2 to 5 s. */
class PhaseSecondsTest {

    private static final DurationSummary NO_DURATIONS =
            new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);

    private final PhaseSeconds phaseSeconds = new PhaseSeconds(new double[] {0, 3.2}, new double[] {2.5, 5});

    private static SampleRow row(long second, RunPart phase, double seconds) {
        return new SampleRow(
                second,
                phase,
                seconds,
                null,
                SecondFixtures.cdc(NO_DURATIONS, 0, 0, 0, 0, 0, 0, 0, SampleRow.Motion.IDLE, 0L, 0, Map.of(), null),
                List.of(),
                List.of(),
                Map.of(),
                List.of());
    }

    private int phaseOf(long second, double seconds) {
        return phaseSeconds.phaseIndexOf(row(second, RunPart.MEASURE, seconds));
    }

    @Test
    void assignsSampleToPhaseThatContainsItsMiddle() {
        assertThat(List.of(phaseOf(1, 1), phaseOf(2, 1), phaseOf(3, 1), phaseOf(4, 1), phaseOf(5, 1), phaseOf(6, 1)))
                .containsExactly(0, 0, PhaseSeconds.NONE, 1, 1, PhaseSeconds.NONE);
    }

    @Test
    void longSamplesShiftLaterSamples() {
        assertThat(phaseOf(1, 3)).isZero(); // the middle of the sample is at 1.5 s
        assertThat(phaseOf(2, 1)).isEqualTo(1); // from 3 s to 4 s
        assertThat(phaseOf(3, 3)).isEqualTo(PhaseSeconds.NONE); // the middle of the sample is at 5.5 s
    }

    @Test
    void warmUpBelongsToNoPhase() {
        assertThat(phaseSeconds.phaseIndexOf(row(1, RunPart.WARM_UP, 1))).isEqualTo(PhaseSeconds.NONE);
        assertThat(phaseSeconds.phaseIndexOf(row(2, RunPart.WARM_UP, 1))).isEqualTo(PhaseSeconds.NONE);
        assertThat(List.of(phaseOf(3, 1), phaseOf(4, 1), phaseOf(5, 1))).containsExactly(0, 0, PhaseSeconds.NONE);
    }

    @Test
    void assignsSampleIfEarlierSamplesAreMissing() {
        assertThat(phaseOf(4, 1)).isEqualTo(1);
    }
}
