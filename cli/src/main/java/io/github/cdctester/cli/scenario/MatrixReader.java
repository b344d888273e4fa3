// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scenario;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.experiment.matrix.CellWarmUp;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting.ServerCommand;
import io.github.cdctester.internal.experiment.probe.ProbeCondition;
import io.github.cdctester.internal.run.phases.Stability;
import io.github.cdctester.internal.yaml.YamlNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads a matrix: settings, threads or rates, workloads. */
final class MatrixReader {

    static final List<String> KEYS = List.of(
            "baseline",
            "settings",
            "threads",
            "rates",
            "workloads",
            "repeats",
            "seed",
            "time",
            "warm-up",
            "settle-timeout",
            "recovery-timeout",
            "on-error",
            "summary-at");

    static final List<String> SETTING_KEYS =
            List.of("restart", "command", "undo-command", "timeout", "pause", "undo-pause", "before", "undo");

    private static final Duration TIME = Duration.ofSeconds(60);
    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final Duration LONGEST_WARM_UP = Duration.ofMinutes(5);

    private final LoadReader loads;
    private final PhaseReader conditions;

    MatrixReader(LoadReader loads, PhaseReader conditions) {
        this.loads = loads;
        this.conditions = conditions;
    }

    /** A matrix, and how many workers a rate has. */
    record ReadMatrix(MatrixPlan plan, int threads) {}

    ReadMatrix read(YamlNode node) {
        node.allow(KEYS.toArray(String[]::new));
        List<MatrixSetting> settings = new ArrayList<>();
        node.required("settings").entries().forEach((name, setting) -> settings.add(setting(name, setting)));
        Optional<YamlNode> rates = node.get("rates");
        if (rates.isEmpty() && node.get("threads").isEmpty()) {
            throw node.error("without threads or rates", "over one of them, such as threads: [1, 4, 16]");
        }
        if (rates.isPresent() && node.get("threads").filter(YamlNode::isList).isPresent()) {
            throw node.required("threads").error("a list beside rates", "one number: only one of them differs");
        }
        int threads = rates.isPresent()
                ? node.get("threads").map(MatrixReader::threads).orElse(1)
                : 1;
        YamlNode over = rates.orElseGet(() -> node.required("threads"));
        MatrixPlan plan = Values.inPlace(
                node,
                node,
                () -> new MatrixPlan(
                        node.required("baseline").text(),
                        settings,
                        rates.isPresent() ? rates(over) : threadsOf(over),
                        workloads(node.required("workloads")),
                        node.get("repeats")
                                .map(one -> (int) one.wholeNumber(1, MatrixPlan.MOST_REPEATS))
                                .orElse(MatrixPlan.REPEATS),
                        node.get("seed")
                                .map(one -> one.wholeNumber(0, Long.MAX_VALUE))
                                .orElse(1L),
                        Values.duration(node, "time", TIME),
                        node.get("warm-up").map(this::warmUp).orElse(new CellWarmUp.Fixed(WARM_UP)),
                        orZero(node, "settle-timeout", MatrixPlan.SETTLE_TIMEOUT),
                        orZero(node, "recovery-timeout", MatrixPlan.RECOVERY_TIMEOUT),
                        node.get("on-error")
                                .map(one ->
                                        one.word("stop", "continue").equals("stop") ? OnError.STOP : OnError.CONTINUE)
                                .orElse(OnError.CONTINUE),
                        node.get("summary-at").map(YamlNode::text).orElse(null)));
        return new ReadMatrix(plan, threads);
    }

    private static Duration orZero(YamlNode node, String key, Duration otherwise) {
        return node.get(key).map(Values::durationOrZero).orElse(otherwise);
    }

    private static int threads(YamlNode node) {
        return (int) node.wholeNumber(1, LoadSpec.MOST_THREADS);
    }

    private static SweepAxis threadsOf(YamlNode node) {
        List<YamlNode> values = node.isList() ? node.elements() : List.of(node);
        return Values.inPlace(
                node,
                node,
                () -> SweepAxis.threads(
                        values.stream().mapToInt(MatrixReader::threads).toArray()));
    }

    private static SweepAxis rates(YamlNode node) {
        List<YamlNode> values = node.isList() ? node.elements() : List.of(node);
        return Values.inPlace(
                node,
                node,
                () -> SweepAxis.rates(values.stream()
                        .mapToDouble(one -> {
                            if (!one.text().matches("\\d{1,9}(\\.\\d{1,6})?")) {
                                throw one.error(one.text(), "a number of starts a second");
                            }
                            return Double.parseDouble(one.text());
                        })
                        .toArray()));
    }

    private List<MatrixWorkload> workloads(YamlNode node) {
        List<MatrixWorkload> workloads = new ArrayList<>();
        if (node.isList()) {
            node.elements().forEach(one -> workloads.add(MatrixWorkload.of(loads.named(one))));
        } else {
            node.entries().forEach((name, keys) -> workloads.add(new MatrixWorkload(name, loads.workload(keys))));
        }
        return workloads;
    }

    private CellWarmUp warmUp(YamlNode node) {
        if (!node.isMapping()) {
            Duration time = Values.durationOrZero(node);
            return Values.inPlace(node, node, () -> new CellWarmUp.Fixed(time));
        }
        node.allow("until", "probe", "series", "above", "below", "at-most");
        Duration longest = Values.duration(node, "at-most", LONGEST_WARM_UP);
        if (node.get("until").isPresent() == node.get("probe").isPresent()) {
            throw node.error(
                    "without one condition",
                    "a duration, or given one of until: stable, and probe with above or below");
        }
        if (node.get("until").isPresent()) {
            node.required("until").word("stable");
            return Values.inPlace(node, node, () -> new CellWarmUp.UntilStable(Stability.DEFAULT, longest));
        }
        ProbeCondition.Goal goal = conditions.goal(node, "at-most");
        return Values.inPlace(
                node,
                node,
                () -> new CellWarmUp.UntilProbe(
                        goal.series(),
                        goal.relation() != ProbeCondition.Relation.BELOW,
                        goal.bound().value(),
                        longest));
    }

    private static MatrixSetting setting(String name, YamlNode node) {
        if (!node.isMapping()) {
            if (!node.text().isBlank()) {
                throw node.error(node.text(), "keys with values, or empty for the server as it is");
            }
            return MatrixSetting.of(name);
        }
        node.allow(SETTING_KEYS.toArray(String[]::new));
        return Values.inPlace(
                node,
                node,
                () -> new MatrixSetting(
                        name,
                        node.get("restart").map(Values::texts),
                        node.get("command").map(words -> command(node, words)),
                        node.get("pause").map(YamlNode::text),
                        node.get("undo-pause").map(YamlNode::text),
                        texts(node, "before"),
                        texts(node, "undo")));
    }

    private static ServerCommand command(YamlNode node, YamlNode words) {
        List<String> undo = node.get("undo-command").map(Values::words).orElse(List.of());
        return new ServerCommand(Values.words(words), undo, Values.duration(node, "timeout", ServerCommand.TIMEOUT));
    }

    private static List<String> texts(YamlNode node, String key) {
        Function<YamlNode, List<String>> read = Values::texts;
        return node.get(key).map(read).orElse(List.of());
    }
}
