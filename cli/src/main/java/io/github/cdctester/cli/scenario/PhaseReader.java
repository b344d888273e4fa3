// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scenario;

import io.github.cdctester.cli.scenario.LoadReader.ReadLoad;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.experiment.plan.PhaseSpec;
import io.github.cdctester.internal.experiment.probe.ProbeCondition;
import io.github.cdctester.internal.experiment.probe.ProbeCondition.Relation;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.limit.LimitValue;
import io.github.cdctester.internal.yaml.YamlNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Reads phases, in order. */
final class PhaseReader {

    private static final String WAIT_FOR = "wait-for";
    private static final String LOADS = "loads";
    private static final String OBSERVE = "observe";
    private static final String BACKLOG = "backlog";
    private static final Duration BEFORE = Duration.ofSeconds(10);
    private static final Duration CATCH_UP = Duration.ofMinutes(10);
    private static final Duration WAIT_TIMEOUT = Duration.ofMinutes(5);

    private final LoadReader loads;
    private final List<ProbeSpec> probes;
    private final Set<String> loadNames = new HashSet<>();
    private final Set<String> phaseNames = new HashSet<>();
    private final List<ReadLoad> read = new ArrayList<>();

    PhaseReader(LoadReader loads, List<ProbeSpec> probes) {
        this.loads = loads;
        this.probes = probes;
    }

    List<PhaseSpec> read(YamlNode node) {
        List<PhaseSpec> phases = new ArrayList<>();
        for (YamlNode element : node.elements()) {
            phases.add(phase(element, phases.size() + 1));
        }
        return phases;
    }

    /** Every load, as it was read. */
    List<ReadLoad> loads() {
        return read;
    }

    private PhaseSpec phase(YamlNode node, int number) {
        node.allow("name", WAIT_FOR, LOADS, OBSERVE, BACKLOG);
        List<String> kinds = Stream.of(WAIT_FOR, LOADS, OBSERVE, BACKLOG)
                .filter(kind -> node.get(kind).isPresent())
                .toList();
        if (kinds.size() != 1) {
            throw node.error(
                    kinds.isEmpty() ? "empty" : String.join(" and ", kinds),
                    "one of " + WAIT_FOR + ", " + LOADS + ", " + OBSERVE + ", " + BACKLOG);
        }
        String kind = kinds.get(0);
        String name = node.get("name").map(YamlNode::text).orElse(kind + "-" + number);
        if (!phaseNames.add(name)) {
            throw node.required("name").error(name, "another name than that of a phase before it");
        }
        YamlNode what = node.required(kind);
        return switch (kind) {
            case LOADS -> loads(name, what);
            case BACKLOG -> backlog(name, what);
            case OBSERVE -> new PhaseSpec.Observe(name, Values.duration(what));
            default -> waitFor(name, what);
        };
    }

    private PhaseSpec loads(String name, YamlNode node) {
        Set<String> untilStable = new LinkedHashSet<>();
        return new PhaseSpec.Loads(name, named(node, untilStable), untilStable);
    }

    private PhaseSpec backlog(String name, YamlNode node) {
        node.allow("until", "before", "catch-up-within", LOADS);
        YamlNode until = node.required("until");
        OptionalLong bytes = OptionalLong.empty();
        Optional<Duration> time = Optional.empty();
        for (YamlNode end : until.isList() ? until.elements() : List.of(until)) {
            if (end.text().strip().matches(".*[0-9]\\s*[kKMGT]?i?B")) {
                bytes = OptionalLong.of(Math.round(
                        Values.inPlace(node, end, () -> LimitValue.parse("until", end.text(), "bytes"))
                                .value()));
            } else {
                time = Optional.of(Values.duration(end));
            }
        }
        Set<String> untilStable = new LinkedHashSet<>();
        List<NamedLoad> named = named(node.required(LOADS), untilStable);
        if (!untilStable.isEmpty()) {
            throw node.required(LOADS).error("until: stable", "with a time or events: a backlog has its own end");
        }
        return new PhaseSpec.Backlog(
                name,
                named,
                node.get("before").map(Values::durationOrZero).orElse(BEFORE),
                bytes,
                time,
                Values.duration(node, "catch-up-within", CATCH_UP));
    }

    private List<NamedLoad> named(YamlNode node, Set<String> untilStable) {
        List<NamedLoad> named = new ArrayList<>();
        for (Map.Entry<String, YamlNode> entry : node.entries().entrySet()) {
            String load = entry.getKey();
            if (!loadNames.add(load)) {
                throw entry.getValue()
                        .error(
                                "the second load named " + load,
                                "one with a name of its own: results tell loads apart by it");
            }
            ReadLoad one = loads.read(load, entry.getValue());
            read.add(one);
            named.add(one.load());
            if (one.untilStable()) {
                untilStable.add(load);
            }
        }
        refuseLateStarts(named, node);
        return named;
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
                YamlNode start = node.required(load.name()).get("start").orElse(node.required(load.name()));
                throw start.error(
                        load.start().toMillis() / 1_000.0 + " s",
                        "before the end of the other loads; what comes after them belongs in a phase of its own");
            }
        }
    }

    private PhaseSpec waitFor(String name, YamlNode node) {
        return new PhaseSpec.WaitFor(name, goal(node, "timeout"), Values.duration(node, "timeout", WAIT_TIMEOUT));
    }

    /** A condition on a probe, beside which there is a longest time under a key of its own. */
    ProbeCondition.Goal goal(YamlNode node, String timeout) {
        node.allow("probe", "series", "above", "below", "equals", "for", timeout);
        YamlNode probe = node.required("probe");
        ProbeSpec spec = probes.stream()
                .filter(one -> one.name().equals(probe.text()))
                .findFirst()
                .orElseThrow(() -> probe.error(
                        probe.text(),
                        probes.isEmpty()
                                ? "a probe of this file, which has none: add probes"
                                : "one of the probes "
                                        + String.join(
                                                ", ",
                                                probes.stream()
                                                        .map(ProbeSpec::name)
                                                        .toList())));
        List<Relation> relations = Stream.of(Relation.values())
                .filter(relation -> node.get(key(relation)).isPresent())
                .toList();
        if (relations.size() != 1) {
            throw node.error(
                    relations.isEmpty() ? "without a bound" : "with several bounds",
                    "given one of above, below, equals");
        }
        YamlNode bound = node.required(key(relations.get(0)));
        String series =
                node.get("series").map(one -> spec.name() + "." + one.text()).orElse(spec.name());
        LimitValue quantity =
                Values.inPlace(node, bound, () -> LimitValue.parse(key(relations.get(0)), bound.text(), spec.unit()));
        return new ProbeCondition.Goal(series, relations.get(0), quantity, Values.duration(node, "for", Duration.ZERO));
    }

    private static String key(Relation relation) {
        return relation.name().toLowerCase(Locale.ROOT);
    }
}
