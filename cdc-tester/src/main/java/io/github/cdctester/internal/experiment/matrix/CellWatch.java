// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.internal.run.phases.StableRate;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.run.RunListener;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks at each second of a cell, and ends the warm-up. For the run's thread. */
final class CellWatch implements RunListener, WaitCondition {

    private final @Nullable WaitCondition until;
    private Map<String, Double> readings = Map.of();
    private boolean warm;
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
        warm |= until != null && until.isMet();
    }

    @Override
    public boolean isMet() {
        return warm;
    }

    @Override
    public String state() {
        return until == null ? "" : until.state();
    }

    double warmUpSeconds() {
        return warmUpSeconds;
    }

    /** Returns whether the warm-up met its condition; {@code null} if it has a fixed time. */
    @Nullable
    Boolean warm() {
        return until == null ? null : Boolean.valueOf(warm);
    }
}
