// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.experiment.Companion;
import io.github.cdctester.experiment.PhaseSpec;
import io.github.cdctester.experiment.PlanListener;
import io.github.cdctester.experiment.TimedAction;
import io.github.cdctester.experiment.probe.ProbeSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.plan.Experiment;
import io.github.cdctester.internal.experiment.plan.ExperimentPlan;
import io.github.cdctester.internal.report.SamplesOnDisk;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.PlanResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the run of a {@link PlanBuilder} through phases: loads, waits and observation, with probes and actions beside them, on one
 * stream that is followed without a break. Not for use by several threads.
 */
public final class ExperimentBuilder {

    private final PlanBuilder plan;
    private final List<PhaseSpec> phases = new ArrayList<>();
    private final List<ProbeSpec> probes = new ArrayList<>();
    private final List<Companion> companions = new ArrayList<>();
    private final List<TimedAction> actions = new ArrayList<>();
    private String label = "experiment";
    private String text = "";
    private @Nullable Path directory;
    private PlanListener listener = new PlanListener() {};

    ExperimentBuilder(PlanBuilder plan) {
        this.plan = plan;
    }

    /**
     * Names it.
     *
     * @param name what the result calls it, such as a file's name
     * @param written the plan as it was written, for the result
     * @return this builder
     */
    public ExperimentBuilder called(String name, String written) {
        label = name;
        text = written;
        return this;
    }

    /**
     * Adds a phase behind those that there are.
     *
     * @param phase what happens in it
     * @return this builder
     */
    public ExperimentBuilder phase(PhaseSpec phase) {
        phases.add(phase);
        if (phase instanceof PhaseSpec.Loads loads) {
            for (NamedLoad load : loads.loads()) {
                plan.load(load);
            }
        }
        return this;
    }

    /**
     * Adds a probe, which is asked from before the first phase to behind the last.
     *
     * @param probe what it reads, and how often
     * @return this builder
     */
    public ExperimentBuilder probe(ProbeSpec probe) {
        probes.add(probe);
        return this;
    }

    /**
     * Adds a program that runs beside the experiment.
     *
     * @param companion the program
     * @return this builder
     */
    public ExperimentBuilder beside(Companion companion) {
        companions.add(companion);
        return this;
    }

    /**
     * Adds something that is done at its time.
     *
     * @param action what, and when
     * @return this builder
     */
    public ExperimentBuilder action(TimedAction action) {
        actions.add(action);
        return this;
    }

    /**
     * Keeps samples and readings in files as they come, so that memory stays as it is, and what was measured is there whatever
     * happens.
     *
     * @param out a directory that is there: {@code samples.jsonl}, and a {@code probe-NAME.csv} for each probe
     * @return this builder
     */
    public ExperimentBuilder keptIn(Path out) {
        directory = out;
        return this;
    }

    /**
     * Sets who is told how it goes, in place of the plan's own listener.
     *
     * @param planListener the listener
     * @return this builder
     */
    public ExperimentBuilder listener(PlanListener planListener) {
        listener = planListener;
        return this;
    }

    /**
     * Runs in the calling thread.
     *
     * @return the result; marked as failed where something broke while it went on
     * @throws InvalidPlanException if there is no endpoint or no phase, or something does not fit the rest
     * @throws io.github.cdctester.failure.RunFailedException if it could not begin
     */
    public PlanResult run() {
        ExperimentPlan experiment = new ExperimentPlan(label, text, phases, probes, companions, actions);
        RunSettings settings = plan.settings(plan.build(), false);
        return ExperimentRun.of(experiment, settings, listener, directory);
    }
}
