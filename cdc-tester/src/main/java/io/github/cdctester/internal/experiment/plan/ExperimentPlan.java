// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What an experiment goes through.
 *
 * @param label what it is called, such as its file's name
 * @param text as it was written; empty where it was not a file
 * @param phases what happens, in order, one at least
 * @param probes what is asked beside it
 * @param companions the programs that run beside it
 * @param actions what is done at its time
 */
public record ExperimentPlan(
        String label,
        String text,
        List<PhaseSpec> phases,
        List<ProbeSpec> probes,
        List<Companion> companions,
        List<TimedAction> actions) {

    /**
     * Checks what the parts of it must have in common.
     *
     * @throws InvalidPlanException if there is no phase, a name stands twice, or something is about a phase or a probe that is not there
     */
    public ExperimentPlan {
        phases = List.copyOf(phases);
        probes = List.copyOf(probes);
        companions = List.copyOf(companions);
        actions = List.copyOf(actions);
        if (phases.isEmpty()) {
            throw new InvalidPlanException("phases", "empty", "one or more");
        }
        Set<String> phaseNames =
                distinct("phases", phases.stream().map(PhaseSpec::name).toList());
        distinct("loads", loads(phases).stream().map(NamedLoad::name).toList());
        Set<String> probeNames =
                distinct("probes", probes.stream().map(ProbeSpec::name).toList());
        for (TimedAction action : actions) {
            if (!phaseNames.contains(action.phase())) {
                throw new InvalidPlanException("actions", action.phase(), "about one of the phases " + phaseNames);
            }
        }
        for (PhaseSpec phase : phases) {
            if (phase instanceof PhaseSpec.WaitFor wait && !probeNames.contains(probe(wait))) {
                throw new InvalidPlanException("phases", wait.goal().series(), "about one of the probes " + probeNames);
            }
        }
    }

    private static String probe(PhaseSpec.WaitFor wait) {
        String series = wait.goal().series();
        int dot = series.indexOf('.');
        return dot < 0 ? series : series.substring(0, dot);
    }

    private static Set<String> distinct(String property, List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new InvalidPlanException(property, "two named " + name, "of different names");
            }
        }
        return seen;
    }

    /** All that is written, in the order of the phases. */
    public List<NamedLoad> loads() {
        return loads(phases);
    }

    private static List<NamedLoad> loads(List<PhaseSpec> phases) {
        return phases.stream()
                .filter(PhaseSpec.Writing.class::isInstance)
                .flatMap(phase -> ((PhaseSpec.Writing) phase).loads().stream())
                .toList();
    }
}
