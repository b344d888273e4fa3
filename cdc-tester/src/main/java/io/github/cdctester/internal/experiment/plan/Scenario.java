// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.steps.CapacityPrice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An experiment over time.
 *
 * @param label for example the file's name
 * @param text text of the file; empty without a file
 */
public record Scenario(
        String label,
        String text,
        List<NamedLoad> loads,
        List<PlannedPhase> phases,
        List<ProbeSpec> probes,
        List<SidecarProcess> sidecars,
        List<TimedAction> actions,
        List<CapacityPrice> prices) {

    public Scenario {
        loads = List.copyOf(loads);
        phases = List.copyOf(phases);
        probes = List.copyOf(probes);
        sidecars = List.copyOf(sidecars);
        actions = List.copyOf(actions);
        prices = List.copyOf(prices);
    }

    public Scenario withActions(List<TimedAction> newActions) {
        return new Scenario(label, text, loads, phases, probes, sidecars, newActions, prices);
    }

    public List<NamedLoad> loads(PlannedPhase phase) {
        return loads.stream()
                .filter(load -> phase.loads().contains(load.name()))
                .toList();
    }

    /**
     * Returns the maximum duration of a phase; zero if unknown, for example if a load ends by its number of transactions. A
     * backlog phase includes its longest catch-up, see {@link #plannedDuration(PlannedPhase)}.
     */
    public Duration maxDuration(PlannedPhase phase) {
        Duration plannedDuration = plannedDuration(phase);
        return phase instanceof PlannedPhase.Backlog backlog && !plannedDuration.isZero()
                ? longer(latestCatchUp(backlog, plannedDuration), plannedDuration)
                : plannedDuration;
    }

    /**
     * Returns the planned duration of a phase; zero if unknown. A backlog phase counts only its loads, because the catch-up
     * usually takes a small part of its time limit.
     */
    public Duration plannedDuration(PlannedPhase phase) {
        if (phase instanceof PlannedPhase.Observe observe) {
            return observe.maxDuration();
        }
        Duration lastLoadEnd = Duration.ZERO;
        for (NamedLoad load : loads(phase)) {
            Duration loadEnd = latestEnd(phase, load);
            if (loadEnd.isZero()) {
                return Duration.ZERO;
            }
            lastLoadEnd = longer(loadEnd, lastLoadEnd);
        }
        return lastLoadEnd;
    }

    /** Returns the latest end of the catch-up, relative to the start of the phase. A pause without a time ends with the loads. */
    private static Duration latestCatchUp(PlannedPhase.Backlog backlog, Duration loadsEnd) {
        Duration pauseEnd = backlog.time().map(backlog.before()::plus).orElse(loadsEnd);
        return pauseEnd.plus(PlannedPhase.Backlog.END_QUERY_TIMEOUT).plus(backlog.maxDuration());
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    /** Returns the end relative to the start of the phase; zero if unknown. */
    private Duration latestEnd(PlannedPhase phase, NamedLoad load) {
        Optional<String> after = phase.timing(load.name()).after();
        Duration referenceTime = loads.stream()
                .filter(precedingLoad ->
                        after.filter(precedingLoad.name()::equals).isPresent())
                .findFirst()
                .map(precedingLoad -> latestEnd(phase, precedingLoad))
                .orElse(Duration.ZERO);
        boolean isKnown = !load.length().isZero() && (after.isEmpty() || !referenceTime.isZero());
        return isKnown ? referenceTime.plus(load.start()).plus(load.length()) : Duration.ZERO;
    }

    /** A phase without a maximum adds nothing. */
    public Duration maxDuration() {
        return phases.stream().map(this::maxDuration).reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns the sum of the planned durations of all phases. A phase with an unknown duration adds nothing. */
    public Duration plannedDuration() {
        return phases.stream().map(this::plannedDuration).reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns true if the maximum duration of each phase is known. */
    public boolean hasEnd() {
        return phases.stream().map(this::maxDuration).noneMatch(Duration::isZero);
    }

    public List<Fault> injectedFaults() {
        return actions.stream()
                .map(TimedAction::operation)
                .filter(TimedAction.Inject.class::isInstance)
                .map(operation -> ((TimedAction.Inject) operation).fault())
                .toList();
    }

    /** A program that runs from before the first phase until after the last, for example to resize the server. */
    public record SidecarProcess(String name, List<String> words) {}

    /**
     * @param phase if {@code after} is set, the phase of that load
     * @param after load whose end is the reference time; empty for the start of the phase
     * @param at time from the reference time to the action
     */
    public record TimedAction(String phase, Optional<String> after, Duration at, Operation operation) {

        public sealed interface Operation {}

        /** Uses a separate connection to the server of the loads. */
        public record Sql(String statement) implements Operation {
            @Override
            public String toString() {
                return statement;
            }
        }

        public record Inject(Fault fault) implements Operation {
            @Override
            public String toString() {
                return fault.toString();
            }
        }

        /** The environment of the program contains the server's address. */
        public record Command(List<String> words) implements Operation {

            @Override
            public String toString() {
                return String.join(" ", words);
            }
        }
    }
}
