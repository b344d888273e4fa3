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

/** The components of a run. Tests replace them. */
interface RunComponents {

    /** Prepares the tables as well. The loads do not write yet. */
    void connect(Resources resources, RunTimeline timeline) throws InterruptedException;

    /** Called before the warm-up, after the consumers are started. */
    default void begin() {}

    /** May be called at any time; the other getters require a completed {@link #connect}. */
    RunLoad load();

    PhasedLoads phasedLoads();

    RunStream streams();

    RunJudge judge();

    default RunConsumers consumers() {
        return RunConsumers.NONE;
    }

    /** Called after the wait for the consumers. */
    default void identifyLost() {}

    SampleTicker ticker();

    /** Returns {@code null} if the run uses a real server. */
    default @Nullable PlayServer playServer() {
        return null;
    }

    default FaultInjector faults() {
        return FaultInjector.none();
    }

    /** The log's end at the start of the run if the run ends there; otherwise {@code null}. */
    @Nullable
    Goal goal();

    RunResult result(RunTimeline timeline, Samples samples, @Nullable String failure);

    /** Called after all components are closed. */
    List<PhaseTotals> phases(RunTimeline timeline, Samples samples);
}
