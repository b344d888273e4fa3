// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.config.fault.FaultSchedule.Moment;
import io.github.cdctester.internal.experiment.plan.Scenario;
import io.github.cdctester.internal.experiment.plan.Scenario.TimedAction;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.yaml.YamlNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads timed actions: SQL, commands or faults. */
final class ActionReader {

    record ActionKeys(
            YamlNode node,
            Optional<YamlNode> at,
            Optional<YamlNode> after,
            Optional<YamlNode> phase,
            Optional<String> sql,
            Optional<Values.Command> command,
            Optional<YamlNode> inject) {}

    private ActionReader() {}

    /** Without {@code phase} and {@code after}, an action belongs to the first phase with loads, or else to the first phase. */
    static TimedAction action(ActionKeys keys, Scenario scenario) {
        keys.node().oneOf("sql", "command", "inject");
        List<PlannedPhase> phases = scenario.phases();
        if (keys.after().isPresent()) {
            return actionAfterLoad(keys, keys.after().get(), scenario);
        }
        PlannedPhase phase = keys.phase()
                .map(node -> findPhase(phases, node))
                .orElseGet(() -> phases.stream()
                        .filter(candidate -> !candidate.loads().isEmpty())
                        .findFirst()
                        .orElse(phases.get(0)));
        YamlNode at = keys.at().orElseGet(() -> keys.node().required("at"));
        Duration time = at.duration();
        Duration maxDuration = scenario.maxDuration(phase);
        if (!maxDuration.isZero() && time.compareTo(maxDuration) >= 0) {
            throw at.error(
                    at.text(),
                    "before the end of phase " + phase.name() + " at " + maxDuration.toMillis() / 1_000.0 + " s");
        }
        TimedAction.Operation operation = operation(keys);
        boolean isLast = phase.equals(phases.get(phases.size() - 1));
        if (isLast
                && !maxDuration.isZero()
                && operation instanceof TimedAction.Inject inject
                && time.plus(inject.fault().length()).compareTo(maxDuration) > 0) {
            throw keys.inject()
                    .orElseThrow()
                    .error(
                            inject.fault(),
                            "finished before the end of phase " + phase.name() + " at "
                                    + maxDuration.toMillis() / 1_000.0 + " s");
        }
        return new TimedAction(phase.name(), Optional.empty(), time, operation);
    }

    private static TimedAction actionAfterLoad(ActionKeys keys, YamlNode after, Scenario scenario) {
        keys.phase().ifPresent(node -> {
            throw node.problem("is the phase of the load in after; leave this out");
        });
        List<PlannedPhase> phases = scenario.phases();
        String load = EndReader.endingLoad(
                after, scenario.loads().stream().map(NamedLoad::name).toList(), "loads");
        PlannedPhase phase = phases.stream()
                .filter(candidate -> candidate.loads().contains(load))
                .findFirst()
                .orElseThrow();
        if (phase.loads().size() == 1 && phase.equals(phases.get(phases.size() - 1))) {
            throw after.problem("the plan ends with this load; add a phase after it, such as observe: 10s");
        }
        keys.at().ifPresent(at -> refuseAfterEnd(at, load, phase, scenario));
        Duration time = keys.at().map(YamlNode::duration).orElse(Duration.ZERO);
        return new TimedAction(phase.name(), Optional.of(load), time, operation(keys));
    }

    /** Accepts any time if the plan has no known maximum duration. */
    private static void refuseAfterEnd(YamlNode at, String load, PlannedPhase phase, Scenario scenario) {
        boolean endsWithLoad =
                phase instanceof PlannedPhase.Loads && phase.loads().size() == 1;
        List<PlannedPhase> phases = scenario.phases();
        List<PlannedPhase> remaining = phases.subList(phases.indexOf(phase) + (endsWithLoad ? 1 : 0), phases.size());
        Duration maxTime = Duration.ZERO;
        for (PlannedPhase candidate : remaining) {
            Duration maxDuration = scenario.maxDuration(candidate);
            if (maxDuration.isZero()) {
                return;
            }
            maxTime = maxTime.plus(maxDuration);
        }
        if (at.duration().compareTo(maxTime) >= 0) {
            throw at.error(
                    at.text(),
                    "before the end of the plan, less than " + maxTime.toMillis() / 1_000.0 + " s after load " + load);
        }
    }

    /** Only actions that are relative to the same start of a phase or end of a load are compared. */
    static void refuseOverlap(YamlNode node, TimedAction action, List<TimedAction> earlierActions) {
        List<Moment> moments = Stream.concat(earlierActions.stream(), Stream.of(action))
                .filter(candidate -> candidate.operation() instanceof TimedAction.Inject
                        && candidate.phase().equals(action.phase())
                        && candidate.after().equals(action.after()))
                .map(candidate -> new Moment(candidate.at(), ((TimedAction.Inject) candidate.operation()).fault()))
                .toList();
        node.withErrorsAtNode(() -> new FaultSchedule(moments, Optional.empty()));
    }

    private static TimedAction.Operation operation(ActionKeys keys) {
        if (keys.inject().isPresent()) {
            YamlNode inject = keys.inject().get();
            return inject.withErrorsAtNode(() -> new TimedAction.Inject(Fault.parse(inject.text())));
        }
        return keys.sql()
                .<TimedAction.Operation>map(TimedAction.Sql::new)
                .orElseGet(() ->
                        new TimedAction.Command(keys.command().orElseThrow().words()));
    }

    private static PlannedPhase findPhase(List<PlannedPhase> phases, YamlNode node) {
        List<String> names = phases.stream().map(PlannedPhase::name).toList();
        return phases.get(names.indexOf(node.oneOfNames("phases", names)));
    }
}
