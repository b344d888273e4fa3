// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.internal.experiment.probe.ProbeCondition;
import io.github.cdctester.internal.run.phases.StableRate;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.run.RunListener;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks at each second of a cell, and ends the warm-up. For the run's thread. */
final class CellWatch implements RunListener, WaitCondition {

    private final CellWarmUp warmUp;
    private final @Nullable StableRate rate;
    private final @Nullable ProbeCondition probe;
    private Map<String, Double> readings = Map.of();
    private boolean warm;
    private double warmUpSeconds;
    private @Nullable Double latest;

    CellWatch(CellWarmUp warmUp) {
        this.warmUp = warmUp;
        rate = warmUp instanceof CellWarmUp.UntilStable ? new StableRate() : null;
        probe = warmUp instanceof CellWarmUp.UntilProbe until
                ? new ProbeCondition(until.goal(), () -> readings, () -> Math.round(warmUpSeconds * 1e9))
                : null;
    }

    @Override
    public void sample(SampleRow sample) {
        if (sample.phase() == SampleRow.Part.WARM_UP) {
            warmUpSeconds += sample.seconds();
            warm |= endsWarmUp(sample);
        }
    }

    private boolean endsWarmUp(SampleRow sample) {
        if (probe != null) {
            readings = sample.probes();
            return probe.isMet();
        }
        SampleRow.Write write = sample.write();
        StableRate watched = rate;
        if (watched == null || write == null || !(sample.seconds() > 0)) {
            return false;
        }
        latest = write.queriesPerSecond();
        watched.add(sample.seconds(), write.queriesPerSecond());
        return watched.isStable();
    }

    @Override
    public boolean isMet() {
        return warm;
    }

    @Override
    public String state() {
        return probe != null ? probe.state() : warmUp.words() + (latest == null ? "" : " (it is " + latest + ")");
    }

    double warmUpSeconds() {
        return warmUpSeconds;
    }

    /** Whether the warm-up reached what it waits for; {@code null} where it is a fixed time. */
    @Nullable
    Boolean warm() {
        return warmUp instanceof CellWarmUp.Fixed ? null : Boolean.valueOf(warm);
    }
}
