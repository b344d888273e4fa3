// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What an experiment goes through.
 *
 * @param label what it is called, such as its file's name
 * @param text as it was written; empty where it was not a file
 */
public record Scenario(
        String label,
        String text,
        List<PhaseSpec> phases,
        List<ProbeSpec> probes,
        List<SidecarProcess> sidecars,
        List<TimedAction> actions) {

    public Scenario {
        phases = List.copyOf(phases);
        probes = List.copyOf(probes);
        sidecars = List.copyOf(sidecars);
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

    /** A program that runs beside an experiment, from before its first phase to behind its last, such as one that resizes the server. */
    public record SidecarProcess(String name, List<String> words) {}

    /**
     * Something that is done once, at its time.
     *
     * @param at how long after it
     */
    public record TimedAction(String phase, Duration at, Operation operation) {

        /** One of the things that a phase may do. */
        public sealed interface Operation {}

        /** A statement on the server that is written to, on a connection of its own. */
        public record Sql(String statement) implements Operation {
            @Override
            public String toString() {
                return statement;
            }
        }

        /** A program on this machine, which is told where the server is by its environment. */
        public record Command(List<String> words) implements Operation {

            @Override
            public String toString() {
                return String.join(" ", words);
            }
        }
    }
}
