// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.inject.RunFaults;
import io.github.cdctester.internal.run.load.PhasedLoads;
import io.github.cdctester.internal.run.load.RunLoad;
import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.outcome.RunConsumers;
import io.github.cdctester.internal.run.outcome.RunJudge;
import io.github.cdctester.internal.run.outcome.RunTimeline;
import io.github.cdctester.internal.run.outcome.Samples;
import io.github.cdctester.internal.run.stream.Goal;
import io.github.cdctester.internal.run.stream.RunStream;
import io.github.cdctester.result.RunResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a run is made of, as far as the conductor knows it. */
interface RunParts {

    /** Connects everything; nothing is written yet but what is prepared. */
    void connect(Resources resources, RunState state) throws InterruptedException;

    /** Once everything is connected. */
    RunStream streams();

    /** The loads as far as they were made; from any moment on. */
    RunLoad load();

    /** The loads one by one, of a run in phases; once everything is connected. */
    PhasedLoads phasedLoads();

    /** Once everything is connected. */
    RunJudge judge();

    /** Who is judged beside the streams; once everything is connected. */
    default RunConsumers consumers() {
        return RunConsumers.none();
    }

    /** Once everything is connected. */
    SampleTicker ticks();

    /** What is broken on purpose; once everything is connected. */
    default RunFaults faults() {
        return RunFaults.NONE;
    }

    /** Where the streams are to get to, if that is known before. */
    @Nullable
    Goal goal();

    /**
     * Puts the result together, once everything is closed.
     *
     * @param failure why the run broke, in words; {@code null} where it did not
     */
    RunResult result(RunTimeline course, Samples samples, @Nullable String failure);

    /** What was measured in each phase, once everything is closed. */
    List<PhaseTotals> phases(RunTimeline course, Samples samples);
}
