// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scenario;

import io.github.cdctester.internal.experiment.plan.Scenario;
import io.github.cdctester.internal.experiment.plan.Scenario.TimedAction;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.yaml.YamlNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads the actions beside the loads. */
final class ActionReader {

    /** The keys of an action. */
    record ActionKeys(
            YamlNode node,
            YamlNode at,
            Optional<YamlNode> phase,
            Optional<String> sql,
            Optional<Values.Command> command) {}

    private ActionReader() {}

    /** Reads one. Without a phase it is in the first one with loads, or else in the first one. */
    static TimedAction action(ActionKeys keys, Scenario scenario) {
        keys.node().oneOf("sql", "command");
        List<PlannedPhase> phases = scenario.phases();
        PlannedPhase phase = keys.phase()
                .map(node -> phase(phases, node))
                .orElseGet(() -> phases.stream()
                        .filter(each -> !each.loads().isEmpty())
                        .findFirst()
                        .orElse(phases.get(0)));
        Duration time = Values.durationOrZero(keys.at());
        Duration longest = scenario.longest(phase);
        if (!longest.isZero() && time.compareTo(longest) >= 0) {
            throw keys.at()
                    .error(
                            keys.at().text(),
                            "before the end of phase " + phase.name() + " at " + longest.toMillis() / 1_000.0 + " s");
        }
        return new TimedAction(
                phase.name(),
                time,
                keys.sql()
                        .<TimedAction.Operation>map(TimedAction.Sql::new)
                        .orElseGet(() -> new TimedAction.Command(
                                keys.command().orElseThrow().words())));
    }

    private static PlannedPhase phase(List<PlannedPhase> phases, YamlNode node) {
        List<String> names = phases.stream().map(PlannedPhase::name).toList();
        if (!names.contains(node.text())) {
            throw node.error(node.text(), "one of the phases " + String.join(", ", names));
        }
        return phases.get(names.indexOf(node.text()));
    }
}
