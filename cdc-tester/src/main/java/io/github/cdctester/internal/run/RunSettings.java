// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.internal.summary.SampleLog;
import io.github.cdctester.run.RunListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;

/**
 * A plan, and all around it that is not a value.
 *
 * @param plan what to do
 * @param prepare whether the tables are made before the run
 * @param cleanup whether they are dropped after it
 * @param dropForeign whether they may be dropped after it if this tool did not make them
 * @param checkConsistency whether the workload's consistency conditions are asked for, after making the tables and after
 *     the run
 * @param limits comparisons with which the run fails
 * @param untilPresentEnd whether the run ends when the stream has reached the end that the log had at the beginning
 * @param registry where meters are published, if anywhere
 * @param listener who is told how it goes
 * @param stop raised when somebody wants the run to end early
 * @param phases what the measured part consists of; empty for one that all loads are in, for as long as the window says
 * @param probes what is read beside the run, for its samples
 * @param log where the samples are kept; empty for the memory
 * @param warmedUp ends the warm-up before its time; empty for nothing
 */
public record RunSettings(
        Plan plan,
        boolean prepare,
        boolean cleanup,
        boolean dropForeign,
        boolean checkConsistency,
        List<Limit> limits,
        boolean untilPresentEnd,
        Optional<MeterRegistry> registry,
        RunListener listener,
        StopSignal stop,
        List<PlannedPhase> phases,
        ProbeReadings probes,
        Optional<SampleLog> log,
        Optional<WaitCondition> warmedUp) {

    /** Copies the lists. */
    public RunSettings {
        limits = List.copyOf(limits);
        phases = List.copyOf(phases);
    }

    /** An ordinary run: in one piece, without probes, its samples in memory. */
    public RunSettings(
            Plan plan,
            boolean prepare,
            boolean cleanup,
            boolean dropForeign,
            boolean checkConsistency,
            List<Limit> limits,
            boolean untilPresentEnd,
            Optional<MeterRegistry> registry,
            RunListener listener,
            StopSignal stop) {
        this(
                plan,
                prepare,
                cleanup,
                dropForeign,
                checkConsistency,
                limits,
                untilPresentEnd,
                registry,
                listener,
                stop,
                List.of(),
                ProbeReadings.NONE,
                Optional.empty(),
                Optional.empty());
    }

    /** The same run in phases; those are checked when it is run. */
    public RunSettings inPhases(List<PlannedPhase> others) {
        return with(others, probes, log, warmedUp);
    }

    /** The same run with probes beside it. */
    public RunSettings probing(ProbeReadings readings) {
        return with(phases, readings, log, warmedUp);
    }

    /** The same run with its samples kept elsewhere. */
    public RunSettings keeping(SampleLog samples) {
        return with(phases, probes, Optional.of(samples), warmedUp);
    }

    /** The same run, told to somebody else. */
    public RunSettings listeningWith(RunListener other) {
        return told(registry, other);
    }

    /** The same run with its meters published. */
    public RunSettings publishing(MeterRegistry meters) {
        return told(Optional.of(meters), listener);
    }

    private RunSettings told(Optional<MeterRegistry> meters, RunListener other) {
        return new RunSettings(
                plan,
                prepare,
                cleanup,
                dropForeign,
                checkConsistency,
                limits,
                untilPresentEnd,
                meters,
                other,
                stop,
                phases,
                probes,
                log,
                warmedUp);
    }

    /** The same run with a warm-up that ends as soon as something has happened; that of the window is the longest. */
    public RunSettings warmingUpUntil(WaitCondition condition) {
        return with(phases, probes, log, Optional.of(condition));
    }

    private RunSettings with(
            List<PlannedPhase> otherPhases,
            ProbeReadings readings,
            Optional<SampleLog> samples,
            Optional<WaitCondition> warmUpEnd) {
        return new RunSettings(
                plan,
                prepare,
                cleanup,
                dropForeign,
                checkConsistency,
                limits,
                untilPresentEnd,
                registry,
                listener,
                stop,
                otherPhases,
                readings,
                samples,
                warmUpEnd);
    }
}
