// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.QuiescenceWait.QuiescenceWatch;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.stop.StopSignal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks when a stream counts as idle, and which reason is reported otherwise. */
final class QuiescenceWatchTest {

    private final StopSignal stop = new StopSignal();

    /** Each median is a sample. A {@code null} median is a second without heartbeats. */
    private QuiescenceWatch watchAfter(@Nullable Double idleMillis, @Nullable Double... medians) {
        QuiescenceWatch watch = new QuiescenceWatch(idleMillis, stop);
        TrialResults.with(TrialResults.steadyRun(), i -> i < medians.length ? medians[i] : null, i -> null)
                .samples()
                .stream()
                .filter(row -> row.phase() == SampleRow.RunPart.MEASURE)
                .limit(medians.length)
                .forEach(watch::sample);
        return watch;
    }

    @Test
    void measuresIdleDelayInThreeConsecutiveSeconds() {
        QuiescenceWatch watch = watchAfter(null, 4.0, 2.0, null, 3.0, 5.0, 6.0, 1.0);
        assertThat(watch.isIdle()).isTrue();
        assertThat(watch.endSignal().isRaised()).isTrue();
        assertThat(watch.lowestMillis()).as("later samples are ignored").isEqualTo(2);
        assertThat(watch.lastMillis()).isEqualTo(6);
        assertThat(watchAfter(null, 4.0, 2.0, null, 3.0, 5.0).isIdle()).isFalse();
    }

    @Test
    void oneSecondSufficesIfIdleDelayIsKnown() {
        assertThat(watchAfter(2.0, 150.0, 12.0).isIdle()).isTrue();
        assertThat(watchAfter(2.0, 150.0, 12.1).isIdle()).isFalse();
        assertThat(watchAfter(30.0, 150.0, 60.0).isIdle()).isTrue();
    }

    @Test
    void reasonUsesLastSecondWithHeartbeats() {
        QuiescenceWatch watch = watchAfter(2.0, 150.0, 140.0, null);
        assertThat(watch.lastMillis()).isNull();
        assertThat(watch.reason()).isEqualTo("DT of heartbeats was still 140.000 ms, 2.000 ms when idle");
        assertThat(watchAfter(2.0, null, null).reason()).isEqualTo("heartbeats did not arrive");
    }

    @Test
    void stopSignalIsTheReason() {
        stop.raise();
        QuiescenceWatch watch = watchAfter(2.0, 1.0);
        assertThat(watch.endSignal().isRaised()).isTrue();
        assertThat(watch.isIdle()).isFalse();
        assertThat(watch.reason()).isEqualTo("interrupted");
    }
}
