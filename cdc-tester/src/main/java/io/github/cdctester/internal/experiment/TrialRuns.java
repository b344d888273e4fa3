// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult.Settling;
import org.jspecify.annotations.Nullable;

/** Makes the runs of an experiment, and the waits between them. */
public interface TrialRuns {

    RunResult run(RunSettings settings);

    Settling settle();

    /** The delay at rest; {@code null} where it was not seen. */
    @Nullable
    Double restMillis();
}
