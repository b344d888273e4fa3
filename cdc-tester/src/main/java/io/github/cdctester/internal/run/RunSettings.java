// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.inject.Injection;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.run.load.Filling;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.internal.summary.SampleLog;
import io.github.cdctester.run.RunListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;

/** A plan, and all around it that is not a value. */
public record RunSettings(
        Plan plan,
        TablePolicy tables,
        List<Limit> limits,
        boolean untilPresentEnd,
        Optional<MeterRegistry> registry,
        RunListener listener,
        StopSignal stop,
        Course course) {

    /**
     * What is not as in an ordinary run, which is in one piece, without probes, with its samples in memory.
     *
     * @param phases what the measured part consists of; empty for one that all loads are in, for as long as the window says
     * @param log where the samples are kept; empty for the memory
     * @param warmedUp ends the warm-up before its time; empty for nothing
     * @param measured ends the measured part before its time, unless it is in phases; empty for nothing
     * @param workers who writes; empty for this process
     */
    public record Course(
            List<PlannedPhase> phases,
            ProbeReadings probes,
            Optional<SampleLog> log,
            Optional<WaitCondition> warmedUp,
            Optional<WaitCondition> measured,
            Injection injection,
            List<ConsumerProbe> consumers,
            Optional<WorkerNodes> workers) {

        static final Course ORDINARY = new Course(
                List.of(),
                ProbeReadings.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Injection.NONE,
                List.of(),
                Optional.empty());

        public Course {
            phases = List.copyOf(phases);
            consumers = List.copyOf(consumers);
        }
    }

    public RunSettings {
        limits = List.copyOf(limits);
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
                new TablePolicy(prepare, cleanup, dropForeign, checkConsistency),
                limits,
                untilPresentEnd,
                registry,
                listener,
                stop,
                Course.ORDINARY);
    }

    /** Whether the tables are made before the run. */
    public boolean prepare() {
        return tables.prepare();
    }

    /** Whether the tables are dropped after the run. */
    public boolean cleanup() {
        return tables.cleanup();
    }

    /** Whether tables may be dropped that this tool did not make. */
    public boolean dropForeign() {
        return tables.dropForeign();
    }

    /** Whether the workload's consistency conditions are asked for. */
    public boolean checkConsistency() {
        return tables.checkConsistency();
    }

    /** What the measured part consists of; empty for one that all loads are in. */
    public List<PlannedPhase> phases() {
        return course.phases();
    }

    /** What is read beside the run. */
    public ProbeReadings probes() {
        return course.probes();
    }

    /** Where the samples are kept; empty for the memory. */
    public Optional<SampleLog> log() {
        return course.log();
    }

    /** What ends the warm-up before its time. */
    public Optional<WaitCondition> warmedUp() {
        return course.warmedUp();
    }

    /** What ends the measured part before its time. */
    public Optional<WaitCondition> measured() {
        return course.measured();
    }

    /** Who is judged beside the stream. */
    public List<ConsumerProbe> consumers() {
        return course.consumers();
    }

    /** Who writes; empty for this process. */
    public Optional<WorkerNodes> workers() {
        return course.workers();
    }

    /** The same run, whose tables are filled otherwise than the loads say. */
    public RunSettings filling(Filling other) {
        return new RunSettings(plan, tables.filling(other), limits, untilPresentEnd, registry, listener, stop, course);
    }

    /** The same run, written by others. */
    public RunSettings writtenBy(Optional<WorkerNodes> nodes) {
        return on(new Course(phases(), probes(), log(), warmedUp(), measured(), injection(), consumers(), nodes));
    }

    /** The same run with consumers that are judged beside its stream. */
    public RunSettings judging(List<ConsumerProbe> probes) {
        return on(new Course(phases(), probes(), log(), warmedUp(), measured(), injection(), probes, workers()));
    }

    /** The same around another plan, whose tables are made and dropped by somebody else. */
    public RunSettings amongTables(Plan other) {
        TablePolicy left = new TablePolicy(false, false, tables.dropForeign(), tables.checkConsistency());
        return new RunSettings(
                other.inject(injection().schedule()), left, limits, untilPresentEnd, registry, listener, stop, course);
    }

    /** The same run in phases; those are checked when it is run. */
    public RunSettings inPhases(List<PlannedPhase> others) {
        return on(new Course(others, probes(), log(), warmedUp(), measured(), injection(), consumers(), workers()));
    }

    /** The same run with probes beside it. */
    public RunSettings probing(ProbeReadings readings) {
        return on(new Course(phases(), readings, log(), warmedUp(), measured(), injection(), consumers(), workers()));
    }

    /** The same run with its samples kept elsewhere. */
    public RunSettings keeping(SampleLog samples) {
        return on(new Course(
                phases(), probes(), Optional.of(samples), warmedUp(), measured(), injection(), consumers(), workers()));
    }

    /** The same run with a warm-up that ends as soon as something has happened; that of the window is the longest. */
    public RunSettings warmingUpUntil(WaitCondition condition) {
        return on(new Course(
                phases(), probes(), log(), Optional.of(condition), measured(), injection(), consumers(), workers()));
    }

    /** The same run with a measured part that ends as soon as something has happened; its window's end is the latest. */
    public RunSettings measuringUntil(WaitCondition condition) {
        return on(new Course(
                phases(), probes(), log(), warmedUp(), Optional.of(condition), injection(), consumers(), workers()));
    }

    /** What is broken on purpose. */
    public Injection injection() {
        return course.injection();
    }

    /** The same run in which something is broken on purpose, as its plan then says. */
    public RunSettings injecting(Injection faults) {
        return new RunSettings(
                plan.inject(faults.schedule()),
                tables,
                limits,
                untilPresentEnd,
                registry,
                listener,
                stop,
                new Course(phases(), probes(), log(), warmedUp(), measured(), faults, consumers(), workers()));
    }

    private RunSettings on(Course other) {
        return new RunSettings(plan, tables, limits, untilPresentEnd, registry, listener, stop, other);
    }

    /** The same run, told to somebody else. */
    public RunSettings listeningWith(RunListener other) {
        return new RunSettings(plan, tables, limits, untilPresentEnd, registry, other, stop, course);
    }

    /** The same run with its meters published. */
    public RunSettings publishing(MeterRegistry meters) {
        return new RunSettings(plan, tables, limits, untilPresentEnd, Optional.of(meters), listener, stop, course);
    }
}
