// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.experiment.matrix.CellWarmUp;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting.ServerCommand;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import io.github.cdctester.internal.yaml.YamlBinder.Default;
import io.github.cdctester.internal.yaml.YamlBinder.Range;
import io.github.cdctester.internal.yaml.YamlNode;
import io.github.cdctester.server.EmbeddedMariaDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a matrix. */
record MatrixReader(LoadReader loadReader, EndReader endReader) {

    record MatrixKeys(
            YamlNode node,
            Optional<String> baseline,
            Map<String, SettingKeys> settings,
            Optional<YamlNode> threads,
            Optional<YamlNode> rates,
            YamlNode workloads,
            Optional<YamlNode> options,
            Optional<YamlNode> consumers,

            @Default("5") @Range(min = 1, max = MatrixPlan.MAX_REPEATS)
            int repeats,

            @Default("1") @Range long seed,
            @Default("60s") Duration time,
            @Default("10s") YamlNode warmUp,
            @Default("60s") YamlNode settleTimeout,
            @Default("5m") YamlNode recoveryTimeout,
            @Default("continue") OnError onError,
            Optional<String> summaryAt) {}

    /** A setting without keys leaves the server unchanged. */
    record SettingKeys(
            YamlNode node,
            Optional<List<String>> restart,
            Optional<Values.Command> command,
            Optional<Values.Command> undoCommand,
            @Default("5m") Duration timeout,
            Optional<String> pause,
            Optional<String> undoPause,
            List<String> before,
            List<String> undo) {

        MatrixSetting setting(String name) {
            if (restart.isPresent()) {
                // only embedded servers are restarted
                node.required("restart")
                        .elementsOrSelf()
                        .forEach(option -> option.withErrorsAtNode(
                                () -> EmbeddedMariaDb.Options.defaults().withServerArguments(option.text())));
            }
            return node.withErrorsAtNode(() -> new MatrixSetting(
                    name,
                    restart,
                    command.map(program -> new ServerCommand(
                            program.words(),
                            undoCommand.map(Values.Command::words).orElse(List.of()),
                            timeout)),
                    pause,
                    undoPause,
                    before,
                    undo));
        }
    }

    /** The single setting of a matrix without settings. */
    private static final String UNCHANGED_SETTING = "base";

    private static final Duration DEFAULT_MAX_WARM_UP = Duration.ofMinutes(5);

    /** @param threads for cells with a rate */
    record MatrixWithThreads(MatrixPlan plan, int threads) {}

    MatrixWithThreads read(YamlNode node, List<ConsumerSpec> specs) {
        MatrixKeys keys = Values.BINDER.read(node, MatrixKeys.class);
        if (keys.rates().isEmpty() && keys.threads().isEmpty()) {
            throw node.problem("give threads or rates, such as threads: [1, 4, 16]");
        }
        keys.threads()
                .filter(element -> keys.rates().isPresent() && element.isList())
                .ifPresent(element -> {
                    throw element.problem("give one number with rates");
                });
        List<MatrixSetting> settings = new ArrayList<>();
        keys.settings().forEach((name, setting) -> settings.add(setting.setting(name)));
        boolean hasNoSettings =
                node.get("settings").isEmpty() && keys.baseline().isEmpty();
        if (hasNoSettings) {
            settings.add(MatrixSetting.of(UNCHANGED_SETTING));
        }
        SweepAxis axis = keys.rates()
                .map(MatrixReader::rateAxis)
                .orElseGet(() -> threadAxis(keys.threads().orElseThrow()));
        MatrixPlan plan = node.withErrorsAtNode(() -> new MatrixPlan(
                hasNoSettings ? UNCHANGED_SETTING : node.required("baseline").text(),
                settings,
                axis,
                workloads(keys.workloads(), keys.options()),
                keys.consumers().map(names -> ConsumerAxis.read(names, specs)).orElse(List.of()),
                keys.repeats(),
                keys.seed(),
                keys.time(),
                warmUp(keys.warmUp()),
                keys.settleTimeout().duration(),
                keys.recoveryTimeout().duration(),
                keys.onError(),
                keys.summaryAt().orElse(null)));
        return new MatrixWithThreads(
                plan,
                keys.rates()
                        .flatMap(rates -> keys.threads())
                        .map(MatrixReader::threadCount)
                        .orElse(1));
    }

    private static int threadCount(YamlNode node) {
        return (int) node.wholeNumber(1, LoadSpec.MAX_THREADS);
    }

    private static SweepAxis threadAxis(YamlNode node) {
        return node.withErrorsAtNode(() -> SweepAxis.threads(node.elementsOrSelf().stream()
                .mapToInt(MatrixReader::threadCount)
                .toArray()));
    }

    private static SweepAxis rateAxis(YamlNode node) {
        return node.withErrorsAtNode(() -> SweepAxis.rates(node.elementsOrSelf().stream()
                .mapToDouble(element -> {
                    if (!element.text().matches("\\d{1,9}(\\.\\d{1,6})?")) {
                        throw element.error(element.text(), "a number of starts per second");
                    }
                    return Double.parseDouble(element.text());
                })
                .toArray()));
    }

    private List<MatrixWorkload> workloads(YamlNode node, Optional<YamlNode> options) {
        if (!node.isList() && !node.isMapping()) {
            throw node.error(node.text(), "a list of names, or keys with values");
        }
        List<Map<String, YamlNode>> combinations = options.map(Combinations::of).orElse(List.of(Map.of()));
        List<MatrixWorkload> workloads = new ArrayList<>();
        for (Map<String, YamlNode> combination : combinations) {
            if (node.isList()) {
                node.elements().forEach(element -> {
                    WorkloadSpec spec = loadReader.workloadNamed(element, combination);
                    workloads.add(new MatrixWorkload(spec.name() + Combinations.suffix(combination), spec));
                });
            } else {
                node.entries()
                        .forEach((name, keys) -> workloads.add(new MatrixWorkload(
                                name + Combinations.suffix(combination), loadReader.workload(keys, combination))));
            }
        }
        return workloads;
    }

    private CellWarmUp warmUp(YamlNode node) {
        if (!node.isMapping()) {
            return node.withErrorsAtNode(() -> CellWarmUp.fixed(node.duration()));
        }
        Duration maxDuration = node.get("at-most").map(Values::duration).orElse(DEFAULT_MAX_WARM_UP);
        boolean untilStable = node.oneOf("until", "probe").equals("until");
        if (untilStable) {
            node.rejectKeysExcept("until", "at-most").required("until").word("stable");
        }
        PhaseEnd end = untilStable ? PhaseEnd.STABLE : PhaseEnd.onProbe(endReader.goal(node, maxDuration, "at-most"));
        return node.withErrorsAtNode(() -> new CellWarmUp(maxDuration, Optional.of(end)));
    }
}
