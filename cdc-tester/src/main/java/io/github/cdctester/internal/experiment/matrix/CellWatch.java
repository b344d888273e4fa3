// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.internal.run.phases.StableRate;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ends the warm-up of a cell when its condition is met. Used by the run's thread only. */
final class CellWatch implements RunListener, WaitCondition {

    private final @Nullable WaitCondition until;
    private Map<String, Double> readings = Map.of();
    private boolean isWarm;
    private double warmUpSeconds;

    CellWatch(CellWarmUp warmUp) {
        until = warmUp.until()
                .map(end -> end.start(() -> readings, () -> Math.round(warmUpSeconds * 1e9)))
                .orElse(null);
    }

    @Override
    public void sample(SampleRow sample) {
        if (sample.phase() != SampleRow.RunPart.WARM_UP) {
            return;
        }
        warmUpSeconds += sample.seconds();
        readings = sample.probes();
        SampleRow.Write write = sample.write();
        if (until instanceof StableRate rate && write != null && sample.seconds() > 0) {
            rate.add(sample.seconds(), write.queriesPerSecond());
        }
        isWarm |= until != null && until.isMet();
    }

    @Override
    public boolean isMet() {
        return isWarm;
    }

    @Override
    public String state() {
        return until == null ? "" : until.state();
    }

    double warmUpSeconds() {
        return warmUpSeconds;
    }

    /** Returns {@code null} if the warm-up has no condition. */
    @Nullable
    Boolean isConditionMet() {
        return until == null ? null : Boolean.valueOf(isWarm);
    }
}
