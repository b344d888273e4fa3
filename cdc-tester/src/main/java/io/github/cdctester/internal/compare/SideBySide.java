// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.NamedNumber;
import io.github.cdctester.internal.statistics.Difference;
import io.github.cdctester.internal.statistics.Family;
import io.github.cdctester.internal.statistics.Finding;
import io.github.cdctester.internal.statistics.Noise;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.NoiseFrom;
import io.github.cdctester.result.Comparison.Side;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Comparison.VerdictChange;
import io.github.cdctester.result.RunResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Two sides of one kind, compared. */
public final class SideBySide {

    private final ComparedSide before;
    private final ComparedSide after;
    private final Wanted wanted;
    private final Map<Pair, ValueChange> rows = new LinkedHashMap<>();

    private SideBySide(ComparedSide before, ComparedSide after, Wanted wanted) {
        this.before = before;
        this.after = after;
        this.wanted = wanted;
    }

    /**
     * Compares.
     *
     * @param before what is compared with
     * @param after what is compared
     * @param wanted which values, how sure, and what is allowed
     * @return what differs
     * @throws InvalidPlanException if they are of different kinds, or have no step in common
     */
    public static Comparison of(ComparedSide before, ComparedSide after, Wanted wanted) {
        if (!Objects.equals(before.axis(), after.axis())) {
            throw new InvalidPlanException(
                    after.name(), after.what(), before.what() + " as " + before.name() + " is, to be compared");
        }
        SideBySide both = new SideBySide(before, after, wanted);
        if (both.steps().isEmpty()) {
            throw new InvalidPlanException(
                    after.name(),
                    after.what() + " of " + String.join(", ", after.steps().keySet()),
                    "one with a step that " + before.name() + " has done, too");
        }
        return both.compared();
    }

    private Comparison compared() {
        Map<String, List<Pair>> pairs = pairs();
        Set<String> limited = wanted.allowed().stream()
                .map(allowed -> allowed.number().name())
                .collect(Collectors.toSet());
        judge(pairs.values().stream().flatMap(List::stream).toList(), pairs, limited);
        List<ValueChange> values =
                pairs.values().stream().flatMap(List::stream).map(rows::get).toList();
        List<VerdictChange> verdicts = Verdicts.of(steps(), before, after);
        return new Comparison(
                RunResult.SCHEMA_VERSION,
                Comparison.KIND,
                new Side(before.name(), before.runs().size()),
                new Side(after.name(), after.runs().size()),
                before.axis(),
                wanted.confidence(),
                DifferentSettings.of(before.runs(), after.runs()),
                verdicts,
                values,
                Stream.concat(
                                Verdicts.checks(before.axis(), verdicts).stream(),
                                wanted.allowed().stream().flatMap(allowed -> checks(allowed, values)))
                        .toList(),
                Remarks.of(before, after, values, wanted.confidence()));
    }

    /** Labels that both have, in the order of the first; of runs the empty one. */
    private List<String> steps() {
        return before.steps().keySet().stream()
                .filter(after.steps()::containsKey)
                .toList();
    }

    /** By value; what neither side has is left out, unless somebody asked for it. */
    private Map<String, List<Pair>> pairs() {
        Map<String, List<Pair>> pairs = new LinkedHashMap<>();
        for (NamedNumber number : wanted.numbers()) {
            List<Pair> ofSteps = steps().stream()
                    .map(step -> new Pair(
                            step(step),
                            number,
                            before.steps().getOrDefault(step, List.of()),
                            after.steps().getOrDefault(step, List.of())))
                    .toList();
            if (wanted.isAskedFor(number) || ofSteps.stream().anyMatch(Pair::isKnown)) {
                pairs.put(number.name(), ofSteps);
            }
        }
        return pairs;
    }

    private @Nullable String step(String label) {
        return before.axis() == null ? null : label;
    }

    /** Values that somebody has set a limit to are a family of their own: what is beside them does not blur them. */
    private void judge(List<Pair> all, Map<String, List<Pair>> byValue, Set<String> limited) {
        Map<String, Noise> noises = new HashMap<>();
        byValue.forEach((name, pairs) -> noises.put(
                name,
                Noise.pooledOver(pairs.stream()
                        .filter(Pair::isRepeated)
                        .flatMap(Pair::repeats)
                        .toList())));
        for (boolean isLimited : List.of(true, false)) {
            List<Pair> family = new ArrayList<>();
            List<Difference> differences = new ArrayList<>();
            for (Pair pair : all) {
                if (limited.contains(pair.name()) != isLimited) {
                    continue;
                }
                if (pair.isRepeated()) {
                    family.add(pair);
                    differences.add(pair.difference(Objects.requireNonNull(noises.get(pair.name()))));
                } else {
                    rows.put(pair, pair.rowOfOne(wanted.confidence()));
                }
            }
            List<Finding> findings = Family.judge(differences, wanted.confidence());
            for (int i = 0; i < findings.size(); i++) {
                Noise noise = Objects.requireNonNull(noises.get(family.get(i).name()));
                rows.put(
                        family.get(i),
                        family.get(i).row(findings.get(i), noise.isOfAll() ? NoiseFrom.ALL_STEPS : NoiseFrom.REPEATS));
            }
        }
    }

    private Stream<Check> checks(Allowance allowed, List<ValueChange> values) {
        return values.stream()
                .filter(row -> row.value().equals(allowed.number().name()))
                .map(row -> AllowanceCheck.of(allowed, before.axis(), row));
    }
}
