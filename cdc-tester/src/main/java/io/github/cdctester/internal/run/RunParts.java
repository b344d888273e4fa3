// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.inject.FaultInjector;
import io.github.cdctester.internal.play.PlayServer;
import io.github.cdctester.internal.run.load.PhasedLoads;
import io.github.cdctester.internal.run.load.RunLoad;
import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.outcome.RunConsumers;
import io.github.cdctester.internal.run.outcome.RunJudge;
import io.github.cdctester.internal.run.outcome.RunRecorder.Samples;
import io.github.cdctester.internal.run.outcome.RunTimeline;
import io.github.cdctester.internal.run.stream.Goal;
import io.github.cdctester.internal.run.stream.RunStream;
import io.github.cdctester.result.RunResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a run from its conductor's view: the interface between conducting a run and servers. */
interface RunParts {

    /** Connects everything; only the preparation is written. */
    void connect(Resources resources, RunTimeline timeline) throws InterruptedException;

    /** The run is connected, and begins to measure. */
    default void begin() {}

    /** Returns the loads created so far. May be called at any time; the other parts exist after everything is connected. */
    RunLoad load();

    PhasedLoads phasedLoads();

    RunStream streams();

    RunJudge judge();

    default RunConsumers consumers() {
        return RunConsumers.NONE;
    }

    /** Finds names for missing transactions of consumers, after the wait for them. */
    default void nameLost() {}

    SampleTicker ticks();

    /** Returns the player of the log; {@code null} with a real server. */
    default @Nullable PlayServer played() {
        return null;
    }

    default FaultInjector faults() {
        return FaultInjector.none();
    }

    /** Returns the goal of the streams; {@code null} if it is unknown at this time. */
    @Nullable
    Goal goal();

    RunResult result(RunTimeline timeline, Samples samples, @Nullable String failure);

    /** The totals of each phase, once everything is closed. */
    List<PhaseTotals> phases(RunTimeline timeline, Samples samples);
}
