// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.bound.BoundedFile;
import io.github.cdctester.internal.catalog.LoadChoice;
import io.github.cdctester.internal.consumer.ConsumerReader;
import io.github.cdctester.internal.experiment.plan.Scenario;
import io.github.cdctester.internal.experiment.plan.Scenario.SidecarProcess;
import io.github.cdctester.internal.experiment.plan.Scenario.TimedAction;
import io.github.cdctester.internal.experiment.probe.ProbePlan;
import io.github.cdctester.internal.experiment.probe.ProbeReader;
import io.github.cdctester.internal.experiment.probe.ProbeReader.ProbeKeys;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.scenario.ActionReader.ActionKeys;
import io.github.cdctester.internal.scenario.MatrixReader.MatrixWithThreads;
import io.github.cdctester.internal.steps.CapacityPrice;
import io.github.cdctester.internal.yaml.YamlBinder.Default;
import io.github.cdctester.internal.yaml.YamlFile;
import io.github.cdctester.internal.yaml.YamlNode;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads a plan file. Errors contain file, line and key. */
public final class ScenarioReader {

    record PlanKeys(
            YamlNode node,
            Optional<String> database,
            Optional<YamlNode> prepare,
            @Default("false") boolean cleanup,
            Optional<YamlNode> defaults,
            List<String> ignoreErrors,
            @Default("60s") Duration drainTimeout,
            @Default("on") YamlNode stream,
            Map<String, ProbeKeys> probes,
            List<YamlNode> probeFiles,
            Map<String, YamlNode> price,
            Optional<YamlNode> consumers,
            Map<String, SidecarKeys> beside,
            Optional<YamlNode> phases,
            Optional<YamlNode> matrix,
            List<ActionKeys> actions,
            List<String> inject,
            List<YamlNode> failIf) {}

    record SidecarKeys(Values.Command command) {}

    private final String label;
    private final String text;
    private final Path directory;
    private final PlanKeys keys;
    private final List<ProbeSpec> probes = new ArrayList<>();
    private final Map<String, String> overridingPrices;
    private final LoadWorkloads workloads = new LoadWorkloads();
    private final EndReader endReader = new EndReader(probes);
    private final LoadReader loadReader;
    private final PhaseReader phaseReader;

    private ScenarioReader(Path file, String text, List<ProbeSpec> additionalProbes, Map<String, String> prices) {
        probes.addAll(additionalProbes);
        overridingPrices = prices;
        label = String.valueOf(file.getFileName());
        this.text = text;
        directory = file.resolveSibling("");
        loadReader = new LoadReader(directory, workloads, endReader);
        phaseReader = new PhaseReader(loadReader, endReader);
        keys = Values.BINDER.read(YamlFile.parse(label, text, Map.of()), PlanKeys.class);
    }

    /**
     * @param additionalProbes not in the file
     * @param prices by probe series; they replace prices in the file
     */
    public static ScenarioFile read(Path file, List<ProbeSpec> additionalProbes, Map<String, String> prices) {
        try {
            String text = BoundedFile.text(file, BoundedFile.MAX_SMALL_FILE_BYTES);
            return new ScenarioReader(file, text, additionalProbes, prices).file();
        } catch (BoundedFile.TooLongException e) {
            throw new RunFailedException(file + " cannot be read: " + SecretFile.reasonOf(e), e);
        } catch (CharacterCodingException e) {
            throw new InvalidPlanException(String.valueOf(file), "is not a text in UTF-8");
        } catch (IOException e) {
            String prefix = e instanceof NoSuchFileException ? "" : "cannot be read: ";
            throw new InvalidPlanException(String.valueOf(file), prefix + SecretFile.reasonOf(e));
        }
    }

    static ScenarioFile read(String label, String text) {
        return new ScenarioReader(Path.of(label), text, List.of(), Map.of()).file();
    }

    private ScenarioFile file() {
        YamlNode root = keys.node();
        boolean hasPhases = root.oneOf("phases", "matrix").equals("phases");
        keys.probes().forEach((name, probe) -> probes.add(ProbeReader.read(name, probe)));
        keys.probeFiles().forEach(file -> probes.addAll(readProbeFile(file)));
        ProbePlan.check(probes);
        keys.defaults().ifPresent(loadReader::addCommonKeys);
        keys.prepare().ifPresent(loadReader::readPrepare);
        if (!hasPhases) {
            root.requireFor("phases", "actions", "beside", "inject", "price");
            if (!overridingPrices.isEmpty()) {
                throw new InvalidPlanException("price", overridingPrices.keySet(), "left out with a matrix");
            }
        }
        List<ConsumerSpec> consumers = keys.consumers()
                .map(list -> ConsumerReader.readList(list, directory))
                .orElse(List.of());
        MatrixWithThreads matrix = keys.matrix()
                .map(node -> new MatrixReader(loadReader, endReader).read(node, consumers))
                .orElse(null);
        ScenarioFile file = new ScenarioFile(
                keys.database(),
                keys.prepare().isPresent(),
                keys.cleanup(),
                keys.ignoreErrors().isEmpty() ? LoadSpec.IgnoredErrors.DEFAULT : ignoredErrors(),
                keys.drainTimeout(),
                hasStream(),
                probes,
                keys.phases().map(this::readScenario).orElse(null),
                matrix == null ? null : matrix.plan(),
                matrix == null ? 1 : matrix.threads(),
                consumers,
                workloads,
                checkedLimits(hasPhases),
                keys.inject().isEmpty()
                        ? FaultSchedule.NONE
                        : root.withErrorsAtNode(() -> FaultSchedule.parse(String.join("; ", keys.inject()))),
                loadReader.filling(),
                loadReader.lineDefaults(),
                root);
        keys.defaults().ifPresent(node -> loadReader.refuseUnusedDefaults(node, !hasPhases));
        boolean hasTableOptions =
                keys.matrix().flatMap(node -> node.get("options")).isPresent();
        keys.prepare()
                .filter(node -> !hasTableOptions)
                .ifPresent(node -> refuseUnusedTables(node, loadReader.preparedWorkload(node), file.loads()));
        return file;
    }

    /** The path is relative to the plan's directory. */
    private List<ProbeSpec> readProbeFile(YamlNode file) {
        return file.withErrorsAtNode(() -> {
            Path path = directory.resolve(file.text());
            if (!Files.exists(path)) {
                throw file.problem(
                        "'" + file.text() + "' does not exist; give a path that starts at the plan's directory");
            }
            return ProbeReader.readFile(path);
        });
    }

    private boolean hasStream() {
        return keys.stream().word("on", "off").equals("on");
    }

    private Scenario readScenario(YamlNode node) {
        var plannedPhases = phaseReader.read(node);
        if (!hasStream() && plannedPhases.stream().anyMatch(PlannedPhase.Backlog.class::isInstance)) {
            throw keys.node().required("stream").error("off", "on with a backlog phase");
        }
        List<SidecarProcess> sidecars = keys.beside().entrySet().stream()
                .map(entry -> new SidecarProcess(
                        entry.getKey(), entry.getValue().command().words()))
                .collect(Collectors.toList());
        Scenario scenarioWithoutActions =
                new Scenario(label, text, phaseReader.loads(), plannedPhases, probes, sidecars, List.of(), prices());
        List<TimedAction> actions = new ArrayList<>();
        for (ActionKeys actionKeys : keys.actions()) {
            TimedAction action = ActionReader.action(actionKeys, scenarioWithoutActions);
            ActionReader.refuseOverlap(actionKeys.node(), action, actions);
            actions.add(action);
        }
        return scenarioWithoutActions.withActions(actions);
    }

    private List<CapacityPrice> prices() {
        Map<String, String> units = new LinkedHashMap<>();
        probes.forEach(probe -> units.put(probe.name(), probe.unit() + (probe.rate() ? "/s" : "")));
        return CapacityPrice.parseAll(keys.price(), overridingPrices, units);
    }

    private LoadSpec.IgnoredErrors ignoredErrors() {
        String codes = String.join(",", keys.ignoreErrors());
        return LoadChoice.ignoredErrors(codes)
                .orElseThrow(() ->
                        keys.node().required("ignore-errors").error(codes, "error codes with commas between, or all"));
    }

    /** Most likely, an option such as the table size differs between {@code prepare} and the loads. */
    private static void refuseUnusedTables(YamlNode node, WorkloadSpec preparedWorkload, List<NamedLoad> loads) {
        boolean isUsed = loads.stream()
                .map(NamedLoad::workload)
                .anyMatch(workload -> workload.equals(preparedWorkload) || workload.sharesTablesWith(preparedWorkload));
        if (!isUsed) {
            throw node.problem("no load writes to tables like these of " + preparedWorkload.name()
                    + "; give a load the same workload and options, or leave them to prepare");
        }
    }

    private List<String> checkedLimits(boolean hasPhases) {
        List<String> names = phaseReader.loads().stream().map(NamedLoad::name).toList();
        for (YamlNode condition : keys.failIf()) {
            condition.withErrorsAtNode(() -> {
                Limit limit = Limit.parse(condition.text());
                if (hasPhases) {
                    limit.checkLoads("failIf", names);
                }
                limit.checkStream("failIf", hasStream());
                return limit;
            });
        }
        return keys.failIf().stream().map(YamlNode::text).toList();
    }
}
