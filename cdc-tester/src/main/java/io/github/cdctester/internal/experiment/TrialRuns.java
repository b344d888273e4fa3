// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.internal.run.RunController;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult.Settling;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes the runs of an experiment, and the waits between them. */
public interface TrialRuns {

    /** Makes a run. */
    RunResult run(RunSettings settings);

    /** Waits until the stream is at rest. */
    Settling settle();

    /** The delay at rest; {@code null} where it was not seen. */
    @Nullable
    Double restMillis();

    /** Real ones. */
    static TrialRuns of(RunSettings base, Duration settleTimeout) {
        QuiescenceWait wait = new QuiescenceWait(base, settleTimeout);
        return new TrialRuns() {
            @Override
            public RunResult run(RunSettings settings) {
                return new RunController(settings).run();
            }

            @Override
            public Settling settle() {
                return wait.settle();
            }

            @Override
            public @Nullable Double restMillis() {
                return wait.restMillis();
            }
        };
    }
}
