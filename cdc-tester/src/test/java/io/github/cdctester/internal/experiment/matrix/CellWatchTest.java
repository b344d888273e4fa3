// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.MadeSecond;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SampleRow.Part;
import io.github.cdctester.result.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A warm-up ends when what it waits for is there, and not before. */
final class CellWatchTest {

    private static final Duration LONGEST = Duration.ofMinutes(5);

    @Test
    void aTimeIsATime() {
        CellWatch watch = new CellWatch(new CellWarmUp.Fixed(LONGEST));
        watch.sample(second(Part.WARM_UP, 1_000, Map.of()));
        assertThat(watch.isMet()).isFalse();
        assertThat(watch.warm()).isNull();
        assertThat(watch.warmUpSeconds()).isEqualTo(1);
    }

    @Test
    void aProbeEndsIt() {
        CellWatch watch = new CellWatch(new CellWarmUp.UntilProbe("cpu", true, 99, LONGEST));
        watch.sample(second(Part.WARM_UP, 1_000, Map.of("cpu", 98.9)));
        watch.sample(second(Part.WARM_UP, 1_000, Map.of("other", 100.0)));
        assertThat(watch.isMet()).isFalse();
        watch.sample(second(Part.WARM_UP, 1_000, Map.of("cpu", 99.0)));
        assertThat(watch.isMet()).isTrue();
        assertThat(watch.warm()).isTrue();
        watch.sample(second(Part.MEASURE, 1_000, Map.of("cpu", 100.0)));
        watch.sample(second(Part.MEASURE, 1_000, Map.of())); // a gap
        watch.sample(second(Part.MEASURE, 1_000, Map.of("cpu", 98.0)));
        watch.sample(second(Part.DRAIN, 1_000, Map.of("cpu", 2.0)));
        assertThat(watch.warmUpSeconds()).isEqualTo(3);
        assertThat(watch.state()).isEqualTo("until cpu >= 99, 300 s at most (it is 99.0)");
    }

    @Test
    void aRateThatIsStableEndsIt() {
        CellWatch watch = new CellWatch(new CellWarmUp.UntilStable(LONGEST));
        for (int second = 1; second <= 80; second++) {
            watch.sample(second(Part.WARM_UP, 100 * second, Map.of()));
        }
        assertThat(watch.isMet()).isFalse();
        for (int second = 1; second <= 75; second++) {
            watch.sample(second(Part.WARM_UP, 8_000 + second % 2, Map.of()));
        }
        assertThat(watch.isMet()).isTrue();
    }

    private static SampleRow second(Part part, double queries, Map<String, Double> probes) {
        DurationSummary none = RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS)
                .summary()
                .write()
                .startDelay();
        SampleRow.Write write =
                MadeSecond.write(1, 1, 1, (long) queries, queries, 0, 0, 0, 0, 0, none, none, none, null, null);
        SampleRow.Cdc cdc = MadeSecond.cdc(none, 0, 0, 0, 0, 0, 0, 0, SampleRow.Motion.IDLE, null, 0, Map.of(), null);
        return new SampleRow(1, part, 1, write, cdc, List.of(), List.of(), probes, List.of());
    }
}
