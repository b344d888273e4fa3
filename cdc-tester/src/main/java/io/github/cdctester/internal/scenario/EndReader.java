// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.internal.experiment.probe.ProbeCondition.Goal;
import io.github.cdctester.internal.experiment.probe.ProbeCondition.Relation;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.limit.LimitValue;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
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

/**
 * Reads conditions that end a load, a phase or a warm-up.
 *
 * @param probes the caller may add probes later
 */
record EndReader(List<ProbeSpec> probes) {

    private static final Pattern LOAD_END_PATTERN = Pattern.compile("load\\s+(\\S+)\\s+ends");
    private static final String UNCHANGED_FOR = "unchanged-for";
    private static final List<String> RELATIONS = List.of("above", "below", "at-least", "at-most", "equals");
    private static final List<String> COMMON_KEYS = List.of("probe", "series", "for", UNCHANGED_FOR, "within");

    /** @param timeoutKey key of the time limit in {@code node}; empty if the limit is elsewhere */
    Goal goal(YamlNode node, Duration timeLimit, String... timeoutKey) {
        if (!node.isMapping()) {
            throw node.error(
                    node.isList() ? "it" : node.text(),
                    "a condition on a probe, such as {probe: pool, unchanged-for: 3m}");
        }
        List<String> relations = new ArrayList<>(RELATIONS);
        relations.removeAll(List.of(timeoutKey));
        List<String> keys = new ArrayList<>(relations);
        keys.addAll(COMMON_KEYS);
        keys.addAll(List.of(timeoutKey));
        node.rejectKeysExcept(keys.toArray(String[]::new));
        ProbeSpec spec = findProbe(node.required("probe"));
        node.requireFor(UNCHANGED_FOR, "within");
        Optional<YamlNode> unchangedNode = node.get(UNCHANGED_FOR);
        Optional<YamlNode> forNode = node.get("for");
        if (unchangedNode.isPresent() && forNode.isPresent()) {
            throw forNode.get().problem("give for or " + UNCHANGED_FOR);
        }
        boolean hasRelation = unchangedNode.isEmpty()
                || relations.stream().anyMatch(key -> node.get(key).isPresent());
        String relation = hasRelation ? node.oneOf(relations.toArray(String[]::new)) : "any";
        String series = node.get("series").map(YamlNode::text).orElse("");
        String unit = series.equals("count") // the number of targets
                ? ProbeSpec.NO_UNIT
                : spec.unitOfNumbers().orElse(ProbeSpec.NO_UNIT);
        return new Goal(
                spec.name() + (series.isEmpty() ? "" : "." + series),
                Relation.valueOf(relation.toUpperCase(Locale.ROOT).replace('-', '_')),
                limitValue(node, relation, unit),
                unchangedNode
                        .or(() -> forNode)
                        .map(time -> durationBelow(time, timeLimit))
                        .orElse(Duration.ZERO),
                unchangedNode.map(time -> limitValue(node, "within", unit)));
    }

    private static Duration durationBelow(YamlNode time, Duration timeLimit) {
        Duration length = Values.duration(time);
        if (length.compareTo(timeLimit) >= 0 && !timeLimit.isZero()) {
            throw time.error(time.text(), "shorter than the longest time, " + timeLimit.toMillis() / 1e3 + " s");
        }
        return length;
    }

    /** Returns zero if the key is absent. */
    private static LimitValue limitValue(YamlNode node, String key, String unit) {
        return node.get(key)
                .map(valueNode -> valueNode.withErrorsAtNode(() -> LimitValue.parse(key, valueNode.text(), unit)))
                .orElseGet(() -> LimitValue.parse(key, "0", unit));
    }

    private ProbeSpec findProbe(YamlNode name) {
        List<String> names = probes.stream().map(ProbeSpec::name).toList();
        if (names.isEmpty()) {
            throw name.error(name.text(), "a probe of this file, which has none: add probes");
        }
        return probes.get(names.indexOf(name.oneOfNames("probes", names)));
    }

    /** The condition is a probe's value, a stable rate, or another load's end. */
    PhaseEnd end(YamlNode node, Duration timeLimit, Collection<String> otherLoads) {
        if (node.isMapping()) {
            return PhaseEnd.onProbe(goal(node, timeLimit));
        }
        return node.text().strip().equals("stable")
                ? PhaseEnd.STABLE
                : PhaseEnd.withLoad(endingLoad(
                        node, otherLoads, "other loads of this phase", "stable, a condition on a probe, or "));
    }

    /**
     * Reads the name in {@code load NAME ends}.
     *
     * @param otherForms for the error message
     */
    static String endingLoad(YamlNode node, Collection<String> names, String label, String... otherForms) {
        Matcher matcher = LOAD_END_PATTERN.matcher(node.text().strip());
        if (!matcher.matches()) {
            throw node.error(node.text(), String.join("", otherForms) + "load NAME ends");
        }
        String name = matcher.group(1);
        if (!names.contains(name)) {
            throw node.error(
                    node.text(),
                    names.isEmpty()
                            ? "left out: there are no " + label
                            : "about one of the " + label + " " + NearNames.oneOf(name, names));
        }
        return name;
    }
}
