// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scenario;

import io.github.cdctester.internal.experiment.probe.ProbeCondition.Goal;
import io.github.cdctester.internal.experiment.probe.ProbeCondition.Relation;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.limit.LimitValue;
import io.github.cdctester.internal.run.phases.PlannedPhase.End;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.internal.yaml.YamlNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads what something waits for: a probe's value, a load's end. */
final class EndReader {

    private static final Pattern LOAD_ENDS = Pattern.compile("load\\s+(\\S+)\\s+ends");
    private static final String UNCHANGED_FOR = "unchanged-for";
    private static final List<String> RELATIONS = List.of("above", "below", "at-least", "at-most", "equals");
    private static final List<String> OTHER_KEYS = List.of("probe", "series", "for", UNCHANGED_FOR, "within");

    private final List<ProbeSpec> probes;

    /** Of these probes, which may be read later. */
    EndReader(List<ProbeSpec> probes) {
        this.probes = probes;
    }

    /** A condition on a probe, beside which there may be a longest time under a key of its own. */
    Goal goal(YamlNode node, String... timeout) {
        List<String> relations = new ArrayList<>(RELATIONS);
        relations.removeAll(List.of(timeout));
        node.allow(Stream.of(relations, OTHER_KEYS, List.of(timeout))
                .flatMap(List::stream)
                .toArray(String[]::new));
        ProbeSpec spec = probe(node.required("probe"));
        node.refuseWithout(UNCHANGED_FOR, "within");
        Optional<YamlNode> unchanged = node.get(UNCHANGED_FOR);
        if (unchanged.isPresent()) {
            node.get("for").ifPresent(time -> {
                throw time.problem("give for or " + UNCHANGED_FOR);
            });
        }
        boolean compares = unchanged.isEmpty()
                || relations.stream().anyMatch(key -> node.get(key).isPresent());
        String relation = compares ? node.oneOf(relations.toArray(String[]::new)) : "any";
        return new Goal(
                spec.name() + node.get("series").map(one -> "." + one.text()).orElse(""),
                Relation.valueOf(relation.toUpperCase(Locale.ROOT).replace('-', '_')),
                value(node, relation, spec),
                unchanged.or(() -> node.get("for")).map(Values::duration).orElse(Duration.ZERO),
                unchanged.map(time -> value(node, "within", spec)));
    }

    /** In the probe's unit; zero where it is not given. */
    private static LimitValue value(YamlNode node, String key, ProbeSpec spec) {
        return node.get(key)
                .map(one -> one.inPlace(() -> LimitValue.parse(key, one.text(), spec.unit())))
                .orElseGet(() -> LimitValue.parse(key, "0", spec.unit()));
    }

    private ProbeSpec probe(YamlNode name) {
        List<String> names = probes.stream().map(ProbeSpec::name).toList();
        if (names.isEmpty()) {
            throw name.error(name.text(), "a probe of this file, which has none: add probes");
        }
        return probes.stream()
                .filter(spec -> spec.name().equals(name.text()))
                .findFirst()
                .orElseThrow(() -> name.error(name.text(), "one of the probes " + NearNames.oneOf(name.text(), names)));
    }

    /** What ends a load before {@code longest}, which it must have, or with one of the others. */
    End end(YamlNode node, Duration longest, Collection<String> others) {
        if (node.isMapping()) {
            return End.onProbe(awaited(node, longest));
        }
        return node.text().strip().equals("stable")
                ? End.STABLE
                : End.withLoad(load(
                        node,
                        "stable, a condition on a probe, or load NAME ends",
                        others,
                        "other loads of this phase"));
    }

    /** A condition on a probe that can come before {@code longest}. */
    Goal awaited(YamlNode node, Duration longest) {
        if (!node.isMapping()) {
            throw node.error(
                    node.isList() ? "it" : node.text(),
                    "a condition on a probe, such as {probe: pool, unchanged-for: 3m}");
        }
        Goal goal = goal(node);
        if (goal.forAtLeast().compareTo(longest) >= 0 && !longest.isZero()) {
            YamlNode time = node.required(goal.within().isPresent() ? UNCHANGED_FOR : "for");
            throw time.error(time.text(), "shorter than the longest time, " + longest.toMillis() / 1e3 + " s");
        }
        return goal;
    }

    /** The name in {@code load NAME ends}, which is one of these. */
    static String load(YamlNode node, Collection<String> names, String what) {
        return load(node, "load NAME ends", names, what);
    }

    private static String load(YamlNode node, String expected, Collection<String> names, String what) {
        Matcher words = LOAD_ENDS.matcher(node.text().strip());
        if (!words.matches()) {
            throw node.error(node.text(), expected);
        }
        String name = words.group(1);
        if (!names.contains(name)) {
            throw node.error(
                    node.text(),
                    names.isEmpty()
                            ? "left out: there are no " + what
                            : "about one of the " + what + " " + NearNames.oneOf(name, names));
        }
        return name;
    }
}
