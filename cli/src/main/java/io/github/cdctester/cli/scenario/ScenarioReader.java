// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scenario;

import io.github.cdctester.cli.options.LoadOptions;
import io.github.cdctester.cli.scenario.LoadReader.ReadLoad;
import io.github.cdctester.cli.scenario.MatrixReader.ReadMatrix;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.FaultSchedule;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.plan.PhaseSpec;
import io.github.cdctester.internal.experiment.plan.Scenario;
import io.github.cdctester.internal.experiment.plan.Scenario.SidecarProcess;
import io.github.cdctester.internal.experiment.plan.Scenario.TimedAction;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.yaml.YamlFile;
import io.github.cdctester.internal.yaml.YamlNode;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a file. Errors name the file, the line and the key, before anything is begun. */
public final class ScenarioReader {

    /** The keys at the top. */
    static final List<String> KEYS = List.of(
            "database",
            "prepare",
            "cleanup",
            "defaults",
            "ignore-errors",
            "drain-timeout",
            "probes",
            "beside",
            "phases",
            "matrix",
            "actions",
            "inject",
            "fail-if");

    private ScenarioReader() {}

    /** Reads a file. */
    public static ScenarioFile read(Path file) {
        Path name = file.getFileName();
        try {
            if (Files.isRegularFile(file) && Files.size(file) > 4L * YamlFile.MOST_CHARACTERS) {
                throw new InvalidPlanException(String.valueOf(name), Files.size(file) + " bytes", "at most 4 MiB long");
            }
            return read(String.valueOf(name), Files.readString(file));
        } catch (CharacterCodingException e) {
            throw new InvalidPlanException("plan", file, "a text in UTF-8");
        } catch (IOException e) {
            throw new InvalidPlanException(
                    "plan",
                    file,
                    "a file that can be read (" + e.getClass().getSimpleName().replace("Exception", "") + ")");
        }
    }

    /** Reads a text. */
    static ScenarioFile read(String label, String text) {
        YamlNode root = YamlFile.parse(label, text, Map.of()).allow(KEYS.toArray(String[]::new));
        List<ProbeSpec> probes = new ArrayList<>();
        root.get("probes")
                .ifPresent(node -> node.entries().forEach((name, probe) -> probes.add(ProbeReader.read(name, probe))));
        LoadWorkloads workloads = new LoadWorkloads();
        LoadReader loads = new LoadReader(workloads);
        root.get("defaults").ifPresent(node -> loads.common(node, false));
        root.get("prepare").ifPresent(loads::filled);
        PhaseReader phaseReader = new PhaseReader(loads, probes);
        if (root.get("phases").isPresent() == root.get("matrix").isPresent()) {
            throw root.error(
                    root.get("phases").isPresent() ? "phases and matrix" : "without phases and matrix",
                    "given one of phases and matrix");
        }
        Optional<ReadMatrix> matrix = root.get("matrix").map(new MatrixReader(loads, phaseReader)::read);
        if (matrix.isPresent()) {
            List.of("actions", "beside", "inject")
                    .forEach(key -> root.get(key).ifPresent(node -> {
                        throw node.error("beside a matrix", "left out: it is for phases");
                    }));
        }
        Scenario phases = root.get("phases")
                .map(node -> phases(label, text, root, phaseReader.read(node), probes))
                .orElse(null);
        ScenarioFile file = new ScenarioFile(
                root.get("database").map(YamlNode::text),
                root.get("prepare").isPresent(),
                root.get("cleanup").map(Values::isTrue).orElse(false),
                root.get("ignore-errors").map(ScenarioReader::ignoredErrors).orElse(LoadSpec.IgnoredErrors.DEFAULT),
                Values.duration(root, "drain-timeout", Defaults.DRAIN_TIMEOUT),
                probes,
                phases,
                matrix.map(ReadMatrix::plan).orElse(null),
                matrix.map(ReadMatrix::threads).orElse(1),
                workloads,
                limits(root, phaseReader.loads(), matrix.isPresent()),
                root.get("inject").map(node -> faults(root, node)).orElse(FaultSchedule.NONE),
                loads.filling(),
                root);
        root.get("prepare").ifPresent(node -> refuseOtherTables(node, loads.prepared(node), file.loads()));
        return file;
    }

    private static Scenario phases(
            String label, String text, YamlNode root, List<PhaseSpec> phases, List<ProbeSpec> probes) {
        ActionReader beside = new ActionReader(phases);
        List<TimedAction> actions = new ArrayList<>();
        root.get("actions").ifPresent(node -> node.elements().forEach(action -> actions.add(beside.action(action))));
        List<SidecarProcess> sidecars = new ArrayList<>();
        root.get("beside")
                .ifPresent(
                        node -> node.entries().forEach((name, program) -> sidecars.add(beside.sidecar(name, program))));
        return new Scenario(label, text, phases, probes, sidecars, actions);
    }

    /** One text, or a list of them. */
    private static FaultSchedule faults(YamlNode root, YamlNode node) {
        return Values.inPlace(root, node, () -> FaultSchedule.parse(String.join("; ", Values.texts(node))));
    }

    private static LoadSpec.IgnoredErrors ignoredErrors(YamlNode node) {
        String written = node.isList()
                ? String.join(",", node.elements().stream().map(YamlNode::text).toList())
                : node.text();
        return LoadOptions.ignoredErrors(written)
                .orElseThrow(() -> node.error(written, "error codes with commas between, or all"));
    }

    /** Tables that no load writes to would be made for nothing: most likely the numbers differ. */
    private static void refuseOtherTables(YamlNode node, WorkloadSpec prepared, List<NamedLoad> loads) {
        boolean used = loads.stream()
                .map(NamedLoad::workload)
                .anyMatch(workload -> workload.equals(prepared) || workload.sharesTablesWith(prepared));
        if (!used) {
            throw node.error(
                    "tables of " + prepared.name() + " that no load writes to",
                    "those of a load; what is said here holds for the loads too, unless they say something else");
        }
    }

    private static List<String> limits(YamlNode root, List<ReadLoad> loads, boolean inCells) {
        List<String> expressions = new ArrayList<>();
        List<String> names = loads.stream().map(load -> load.load().name()).toList();
        root.get("fail-if").ifPresent(node -> {
            for (YamlNode one : node.isList() ? node.elements() : List.of(node)) {
                Values.inPlace(root, one, () -> {
                    Limit limit = Limit.parse(one.text());
                    if (!inCells) {
                        limit.checkLoads("failIf", names);
                    }
                    return limit;
                });
                expressions.add(one.text());
            }
        });
        return expressions;
    }
}
