// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.experiment.plan.ActionCheck;
import io.github.cdctester.internal.experiment.probe.ProbePlan;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.experiment.probe.Probes;
import io.github.cdctester.internal.program.Program;
import io.github.cdctester.internal.yaml.YamlNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Tries the programs, probes and statements of a plan file before a run. */
public final class ScenarioCheck {

    private static final String PROBES = "probes";

    private final ScenarioFile file;
    private final List<CdcTesterException> failures = new ArrayList<>();
    private final List<String> untriedLines = new ArrayList<>();

    /** Entries that cannot be tried, because the server does not exist yet. */
    private final List<String> entriesWithoutServer = new ArrayList<>();

    /** Checks that programs exist. Ignores commands that the shell executes. */
    public ScenarioCheck(ScenarioFile file) {
        this.file = file;
        List<YamlNode> entries = new ArrayList<>(listElements("actions"));
        for (Optional<YamlNode> section : List.of(
                file.root().get("beside"),
                file.root().get(PROBES),
                file.root().get("matrix").flatMap(node -> node.get("settings")))) {
            section.ifPresent(node -> entries.addAll(node.entries().values()));
        }
        entries.stream()
                .filter(YamlNode::isMapping)
                .flatMap(node -> Stream.of(node.get("command"), node.get("undo-command")))
                .flatMap(Optional::stream)
                .filter(YamlNode::isList) // a command that is plain text is executed by the shell
                .forEach(command -> Program.startObstacle(
                                command.elements().get(0).text())
                        .ifPresent(reason -> failures.add(command.problem(
                                "cannot start '" + command.elements().get(0).text() + "': " + reason))));
    }

    private List<YamlNode> listElements(String key) {
        return file.root().get(key).map(YamlNode::elements).orElse(List.of());
    }

    /**
     * Reads each probe once, and lets the server prepare the statements of actions. Skips entries whose server or tables do not exist yet.
     *
     * @param server empty if this process has not started the server
     * @param createdTables tables that the plan creates, and their schema
     */
    public ScenarioCheck tryAt(
            Endpoint endpoint,
            boolean serverExists,
            Supplier<Optional<ProcessHandle>> server,
            Set<String> createdTables)
            throws InterruptedException {
        for (ProbeSpec probe : file.probes()) {
            if (!serverExists && probe.readsServer()) {
                entriesWithoutServer.add(PROBES + "." + probe.name());
            } else {
                tryProbe(probe, new ProbePlan(List.of(probe), endpoint, server, false), createdTables);
            }
        }
        boolean hasSidecars = file.root().get("beside").isPresent();
        for (YamlNode action : listElements("actions")) {
            Optional<YamlNode> sql = action.get("sql");
            if (sql.isPresent() && serverExists) {
                ActionCheck.refusal(
                                endpoint,
                                sql.get().text(),
                                createdTables,
                                hasSidecars,
                                reason -> untriedLines.add(sql.get().fileAndLine() + ": " + reason))
                        .ifPresent(reason ->
                                failures.add(sql.get().problem("the server refuses this statement: " + reason)));
            } else if (sql.isPresent()) {
                entriesWithoutServer.add(sql.get().fileAndLine());
            }
        }
        return this;
    }

    private void tryProbe(ProbeSpec probe, ProbePlan plan, Set<String> createdTables) throws InterruptedException {
        try (Probes probes = new Probes(plan, reading -> {})) {
            if (probes.open(createdTables, note -> {}).awaitsTables()) {
                untriedLines.add(PROBES + "." + probe.name() + ": its tables are made first, then it is tried");
            }
        } catch (InvalidPlanException e) {
            failures.add(withProbeLocation(file, e));
        } catch (RunFailedException e) {
            String message = String.valueOf(e.getMessage());
            if (!message.startsWith(PROBES) && probe.at().isEmpty()) {
                throw e; // a failure of the run's server, not of the probe
            }
            String key = message.startsWith(PROBES) ? "" : PROBES + "." + probe.name() + ".url does not answer: ";
            failures.add(probeNode(file, probe.name())
                    .map(node -> new RunFailedException(
                            node.get("url").orElse(node).fileAndLine() + ": " + key + message, e))
                    .orElse(e));
        }
    }

    /** Returns failures that are not about a probe unchanged. */
    public static InvalidPlanException withProbeLocation(ScenarioFile file, InvalidPlanException e) {
        String[] path = e.property().split("\\.", 2);
        if (path.length < 2 || !path[0].equals(PROBES)) {
            return e;
        }
        return probeNode(file, path[1])
                .map(probe -> e.value().isEmpty() ? probe.problem(e.expected()) : probe.error(e.value(), e.expected()))
                .orElse(e);
    }

    /** Returns empty for a probe of the command line. */
    private static Optional<YamlNode> probeNode(ScenarioFile file, String probe) {
        return file.root().get(PROBES).flatMap(probes -> probes.get(probe));
    }

    /** Returns one line per entry, and one line for all entries that need a server. */
    public List<String> untriedEntries() {
        if (entriesWithoutServer.isEmpty()) {
            return untriedLines;
        }
        String text = "needs a server: " + String.join(", ", entriesWithoutServer) + "; give " + Setting.URL
                + ", or a run tries it first";
        return Stream.concat(untriedLines.stream(), Stream.of(text)).toList();
    }

    /** Returns sources that do not answer before errors in the file, such as missing programs. */
    public List<CdcTesterException> failures() {
        failures.sort(Comparator.comparing(InvalidPlanException.class::isInstance));
        return failures;
    }
}
