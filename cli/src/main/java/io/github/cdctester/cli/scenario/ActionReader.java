// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scenario;

import io.github.cdctester.internal.experiment.plan.PhaseSpec;
import io.github.cdctester.internal.experiment.plan.Scenario.SidecarProcess;
import io.github.cdctester.internal.experiment.plan.Scenario.TimedAction;
import io.github.cdctester.internal.yaml.YamlNode;
import java.time.Duration;
import java.util.List;

/** Reads what is done beside the loads: actions at their times, and programs that go on all the while. */
final class ActionReader {

    private final List<PhaseSpec> phases;

    ActionReader(List<PhaseSpec> phases) {
        this.phases = phases;
    }

    TimedAction action(YamlNode node) {
        node.allow("at", "phase", "sql", "command");
        PhaseSpec phase = node.get("phase").map(this::phase).orElseGet(this::firstWithLoads);
        YamlNode at = node.required("at");
        Duration time = Values.durationOrZero(at);
        if (!phase.longest().isZero() && time.compareTo(phase.longest()) >= 0) {
            throw at.error(
                    at.text(),
                    "before the end of the phase " + phase.name() + ", which is over after "
                            + phase.longest().toMillis() / 1_000.0 + " s");
        }
        if (node.get("sql").isPresent() == node.get("command").isPresent()) {
            throw node.error(
                    node.get("sql").isPresent() ? "sql and command" : "without anything to do",
                    "given one of sql, command");
        }
        TimedAction.Operation operation = node.get("sql")
                .<TimedAction.Operation>map(sql -> new TimedAction.Sql(sql.text()))
                .orElseGet(() -> new TimedAction.Command(Values.words(node.required("command"))));
        return new TimedAction(phase.name(), time, operation);
    }

    SidecarProcess sidecar(String name, YamlNode node) {
        node.allow("command");
        return new SidecarProcess(name, Values.words(node.required("command")));
    }

    private PhaseSpec phase(YamlNode node) {
        return phases.stream()
                .filter(phase -> phase.name().equals(node.text()))
                .findFirst()
                .orElseThrow(() -> node.error(
                        node.text(),
                        "one of the phases "
                                + String.join(
                                        ", ",
                                        phases.stream().map(PhaseSpec::name).toList())));
    }

    /** The first phase with loads, or else the first phase. */
    private PhaseSpec firstWithLoads() {
        return phases.stream()
                .filter(PhaseSpec.Writing.class::isInstance)
                .findFirst()
                .orElse(phases.get(0));
    }
}
