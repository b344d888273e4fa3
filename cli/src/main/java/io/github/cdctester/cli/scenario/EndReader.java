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

    private final List<ProbeSpec> probes;

    /** Of these probes, which may be read later. */
    EndReader(List<ProbeSpec> probes) {
        this.probes = probes;
    }

    /** A condition on a probe, beside which there is a longest time under a key of its own. */
    Goal goal(YamlNode node, String timeout) {
        List<String> relations =
                RELATIONS.stream().filter(key -> !key.equals(timeout)).toList();
        node.allow(
                Stream.concat(relations.stream(), Stream.of("probe", "series", "for", UNCHANGED_FOR, "within", timeout))
                        .filter(key -> !key.isEmpty())
                        .toArray(String[]::new));
        ProbeSpec spec = probe(node.required("probe"));
        node.refuseWithout(UNCHANGED_FOR, "within");
        Optional<Duration> unchanged = node.get(UNCHANGED_FOR).map(Values::duration);
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
                compares
                        ? value(relation, node.required(relation), spec)
                        : LimitValue.parse(relation, "0", spec.unit()),
                unchanged.or(() -> node.get("for").map(Values::duration)).orElse(Duration.ZERO),
                unchanged.map(time -> node.get("within")
                        .map(most -> value("within", most, spec))
                        .orElseGet(() -> LimitValue.parse("within", "0", spec.unit()))));
    }

    private static LimitValue value(String key, YamlNode node, ProbeSpec spec) {
        return node.inPlace(() -> LimitValue.parse(key, node.text(), spec.unit()));
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

    /** What ends a load or a phase before {@code longest}, which it must have. */
    End end(YamlNode node, Duration longest) {
        if (node.isMapping()) {
            Goal goal = goal(node, "");
            if (goal.forAtLeast().compareTo(longest) >= 0 && !longest.isZero()) {
                String key = goal.within().isPresent() ? UNCHANGED_FOR : "for";
                YamlNode time = node.required(key);
                throw time.error(time.text(), "shorter than the longest time, " + longest.toMillis() / 1e3 + " s");
            }
            return new End.OnProbe(goal);
        }
        if (node.text().strip().equals("stable")) {
            return new End.Stable();
        }
        return new End.WithLoad(loadThatEnds(node, "stable, a condition on a probe, or load NAME ends"));
    }

    /** The name in {@code load NAME ends}. */
    static String loadThatEnds(YamlNode node, String expected) {
        Matcher words = LOAD_ENDS.matcher(node.text().strip());
        if (!words.matches()) {
            throw node.error(node.text(), expected);
        }
        return words.group(1);
    }

    /** One of some names, or a failure that says which is near. */
    static String known(YamlNode node, String name, Collection<String> names, String what) {
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
