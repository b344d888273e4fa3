// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scenario;

import io.github.cdctester.cli.scenario.LoadReader.ReadLoad;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.experiment.probe.ProbeCondition;
import io.github.cdctester.internal.experiment.probe.ProbeCondition.Relation;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.limit.LimitValue;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.yaml.YamlBinder.Default;
import io.github.cdctester.internal.yaml.YamlNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads phases, in order, and their loads. */
final class PhaseReader {

    /** The keys of a phase. */
    record PhaseKeys(
            YamlNode node,
            Optional<YamlNode> name,
            Optional<YamlNode> waitFor,
            Optional<YamlNode> loads,
            Optional<Duration> observe,
            Optional<BacklogKeys> backlog) {}

    /** The keys of a backlog. */
    record BacklogKeys(
            YamlNode node,
            YamlNode until,
            @Default("10s") YamlNode before,
            @Default("10m") Duration catchUpWithin,
            YamlNode loads) {}

    private final LoadReader reader;
    private final List<ProbeSpec> probes;
    private final List<PlannedPhase> phases = new ArrayList<>();
    private final Map<String, NamedLoad> loads = new LinkedHashMap<>();

    PhaseReader(LoadReader reader, List<ProbeSpec> probes) {
        this.reader = reader;
        this.probes = probes;
    }

    /** Reads all of them. */
    List<PlannedPhase> read(YamlNode node) {
        node.elements().forEach(one -> phases.add(phase(Values.BINDER.read(one, PhaseKeys.class))));
        return phases;
    }

    /** The loads of all phases. */
    List<NamedLoad> loads() {
        return List.copyOf(loads.values());
    }

    private PlannedPhase phase(PhaseKeys keys) {
        String kind = keys.node().oneOf("wait-for", "loads", "observe", "backlog");
        String name = keys.name().map(YamlNode::text).orElse(kind + "-" + (phases.size() + 1));
        if (name.isBlank() || phases.stream().anyMatch(before -> before.name().equals(name))) {
            throw keys.name()
                    .orElse(keys.node())
                    .problem(name.isBlank() ? "empty; give a name" : "another phase is named '" + name + "'");
        }
        return switch (kind) {
            case "loads" -> {
                List<ReadLoad> read = loads(keys.loads().orElseThrow());
                yield new PlannedPhase.Loads(
                        name,
                        names(read),
                        read.stream()
                                .filter(ReadLoad::untilStable)
                                .map(one -> one.load().name())
                                .collect(Collectors.toSet()));
            }
            case "backlog" -> backlog(name, keys.backlog().orElseThrow());
            case "observe" -> new PlannedPhase.Observe(name, keys.observe().orElseThrow());
            default -> {
                YamlNode wait = keys.waitFor().orElseThrow();
                Duration timeout = wait.get("timeout").map(Values::duration).orElse(Duration.ofMinutes(5));
                yield new PlannedPhase.Wait(name, goal(wait, "timeout"), timeout);
            }
        };
    }

    private PlannedPhase backlog(String name, BacklogKeys keys) {
        OptionalLong bytes = OptionalLong.empty();
        Optional<Duration> time = Optional.empty();
        for (YamlNode end : keys.until().all()) {
            if (end.text().strip().matches(".*[0-9]\\s*[kKMGT]?i?B")) {
                LimitValue most = end.inPlace(() -> LimitValue.parse("until", end.text(), "bytes"));
                if (most.value() < 1) {
                    throw end.error(end.text(), "more than 0 bytes");
                }
                bytes = OptionalLong.of(Math.round(most.value()));
            } else {
                time = Optional.of(Values.duration(end));
            }
        }
        List<ReadLoad> read = loads(keys.loads());
        if (read.stream().anyMatch(ReadLoad::untilStable)) {
            throw keys.loads().problem("a backlog has an end of its own; give loads a time or events, not until");
        }
        Duration before = Values.durationOrZero(keys.before());
        Duration quiet = before.plus(time.orElse(Duration.ZERO));
        if (read.stream()
                .map(ReadLoad::load)
                .noneMatch(load -> load.length().isZero()
                        || load.start().plus(load.length()).compareTo(quiet) > 0)) {
            throw keys.loads()
                    .problem("all end before the stream is read again; give one that goes on after "
                            + quiet.toMillis() / 1e3 + " s");
        }
        return new PlannedPhase.Backlog(name, names(read), before, bytes, time, keys.catchUpWithin());
    }

    private static List<String> names(List<ReadLoad> read) {
        return read.stream().map(one -> one.load().name()).toList();
    }

    private List<ReadLoad> loads(YamlNode node) {
        List<ReadLoad> read = new ArrayList<>();
        node.entries().forEach((name, load) -> {
            ReadLoad one = reader.read(name, load);
            if (loads.put(name, one.load()) != null) {
                throw load.problem("another load is named '" + name + "'; results tell loads apart by name");
            }
            read.add(one);
        });
        refuseLateStarts(read.stream().map(ReadLoad::load).toList(), node);
        return read;
    }

    /** A phase ends with its loads: one that begins when all others have ended would be a phase of its own. */
    private static void refuseLateStarts(List<NamedLoad> loads, YamlNode node) {
        for (NamedLoad load : loads) {
            boolean alone = loads.size() > 1
                    && loads.stream()
                            .filter(other -> !other.name().equals(load.name()))
                            .allMatch(other -> !other.length().isZero()
                                    && other.start().plus(other.length()).compareTo(load.start()) <= 0);
            if (alone) {
                YamlNode keys = node.required(load.name());
                throw keys.get("start")
                        .orElse(keys)
                        .problem("begins at " + load.start().toMillis() / 1_000.0
                                + " s, when the other loads have ended; put it in a phase of its own");
            }
        }
    }

    /** A condition on a probe, beside which there is a longest time under a key of its own. */
    ProbeCondition.Goal goal(YamlNode node, String timeout) {
        node.allow("probe", "series", "above", "below", "equals", "for", timeout);
        YamlNode probe = node.required("probe");
        Map<String, ProbeSpec> named = probes.stream().collect(Collectors.toMap(ProbeSpec::name, Function.identity()));
        ProbeSpec spec = named.get(probe.text());
        if (spec == null) {
            throw probe.error(
                    probe.text(),
                    probes.isEmpty()
                            ? "a probe of this file, which has none: add probes"
                            : "one of the probes " + String.join(", ", named.keySet()));
        }
        String relation = node.oneOf("above", "below", "equals");
        YamlNode bound = node.required(relation);
        return new ProbeCondition.Goal(
                spec.name() + node.get("series").map(one -> "." + one.text()).orElse(""),
                Relation.valueOf(relation.toUpperCase(Locale.ROOT)),
                bound.inPlace(() -> LimitValue.parse(relation, bound.text(), spec.unit())),
                node.get("for").map(Values::duration).orElse(Duration.ZERO));
    }
}
