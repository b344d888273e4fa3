// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.compare.StepRuns.FailedSides;
import io.github.cdctester.internal.report.compose.comparison.ChangeText;
import io.github.cdctester.internal.statistics.Difference;
import io.github.cdctester.internal.statistics.HolmProcedure;
import io.github.cdctester.internal.statistics.HolmProcedure.Finding;
import io.github.cdctester.internal.statistics.NoiseModel;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.Comparison.Side;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Comparison.VerdictChange;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares two results, or two groups of repeats, of the same kind. */
public final class SideBySide {

    private final ComparedSide before;
    private final ComparedSide after;
    private final ComparisonSpec spec;
    private final Map<ValuePair, ValueChange> rows = new LinkedHashMap<>();

    private SideBySide(ComparedSide before, ComparedSide after, ComparisonSpec spec) {
        this.before = before;
        this.after = after;
        this.spec = spec;
    }

    /**
     * @throws InvalidPlanException if the kinds differ, no step is common, a side has no completed run, or a requested value is
     *     not in results of this kind
     */
    public static Comparison of(ComparedSide before, ComparedSide after, ComparisonSpec spec) {
        if (!before.kind().equals(after.kind())) {
            throw new InvalidPlanException(after.name(), after.kind(), before.kind() + ", as " + before.name() + " is");
        }
        requireCompletedRun(before);
        requireCompletedRun(after);
        SideBySide sideBySide = new SideBySide(before, after, spec);
        if (sideBySide.steps().isEmpty()) {
            throw new InvalidPlanException(
                    after.name(),
                    after.kind() + " of " + String.join(", ", after.steps().keySet()),
                    "a result with a step that " + before.name() + " also has");
        }
        return sideBySide.comparison();
    }

    private static void requireCompletedRun(ComparedSide side) {
        if (side.allRuns().stream().allMatch(ComparedRun::isFailed)) {
            throw new InvalidPlanException(
                    side.name(), side.kind() + " without a completed run", "a result with one or more");
        }
    }

    private Comparison comparison() {
        Map<String, List<ValuePair>> pairs = pairs();
        Set<String> namesWithAllowance = spec.allowed().stream()
                .map(allowance -> allowance.value().name())
                .collect(Collectors.toSet());
        judge(pairs.values().stream().flatMap(List::stream).toList(), namesWithAllowance);
        List<ValueChange> values =
                pairs.values().stream().flatMap(List::stream).map(rows::get).toList();
        List<VerdictChange> verdicts = verdicts();
        Map<String, Map<String, String>> components = new LinkedHashMap<>(before.labelComponents());
        components.keySet().retainAll(steps());
        return new Comparison(
                RunResult.SCHEMA_VERSION,
                Comparison.KIND,
                new Side(before.name(), before.runs()),
                new Side(after.name(), after.runs()),
                before.workload().equals(after.workload())
                        ? before.workload()
                        : before.workload() + " and " + after.workload(),
                before.axis(),
                components,
                spec.confidence(),
                differentSettings(),
                verdicts,
                values,
                Stream.concat(
                                Stream.concat(
                                        verdictChecks(verdicts),
                                        steps().stream().flatMap(this::consumerChecks)),
                                spec.allowed().stream().flatMap(allowance -> checks(allowance, pairs)))
                        .toList(),
                Stream.concat(
                                ValuePairNotes.notes(pairs.values()),
                                ComparisonNotes.of(before, after, values, namesWithAllowance, spec.confidence())
                                        .stream())
                        .toList());
    }

    /** Returns the labels that both sides have, in the first side's order. */
    private List<String> steps() {
        return before.steps().keySet().stream()
                .filter(after.steps()::containsKey)
                .toList();
    }

    /** Keys are value names. Unmeasured values are omitted unless requested. */
    private Map<String, List<ValuePair>> pairs() {
        Map<String, List<ValuePair>> pairs = new LinkedHashMap<>();
        for (ComparedValue value : spec.values(defaultValueNames())) {
            List<ValuePair> pairsOfValue = steps().stream()
                    .map(step -> new ValuePair(
                            stepOrNull(step),
                            value,
                            before.steps().getOrDefault(step, List.of()),
                            after.steps().getOrDefault(step, List.of())))
                    .filter(ValuePair::isPossible)
                    .toList();
            boolean isRequested = spec.isRequested(value);
            if (isRequested && pairsOfValue.isEmpty()) {
                throw new InvalidPlanException(
                        "a value to compare",
                        value.name(),
                        "one that " + before.kind() + " has, such as " + String.join(", ", defaultValueNames()));
            }
            if (isRequested || pairsOfValue.stream().anyMatch(ValuePair::isKnown)) {
                pairs.put(value.name(), pairsOfValue);
            }
        }
        return pairs;
    }

    private List<String> defaultValueNames() {
        return Stream.concat(before.defaultValues().stream(), after.defaultValues().stream())
                .distinct()
                .toList();
    }

    private @Nullable String stepOrNull(String label) {
        return before.axis() == null ? null : label;
    }

    /** Values with an allowance are judged separately, so that other values do not widen their confidence intervals. */
    private void judge(List<ValuePair> allPairs, Set<String> namesWithAllowance) {
        Map<String, NoiseModel> noiseByGroup = new HashMap<>();
        allPairs.stream()
                .filter(ValuePair::isRepeated)
                .collect(Collectors.groupingBy(ValuePair::noiseGroup))
                .forEach((group, pairs) -> noiseByGroup.put(
                        group,
                        NoiseModel.pooledOver(
                                pairs.stream().flatMap(ValuePair::repeats).toList())));
        for (boolean hasAllowance : List.of(true, false)) {
            List<ValuePair> family = new ArrayList<>();
            List<Difference> differences = new ArrayList<>();
            for (ValuePair pair : allPairs) {
                if (namesWithAllowance.contains(pair.name()) != hasAllowance) {
                    continue;
                }
                if (pair.isRepeated()) {
                    family.add(pair);
                    differences.add(pair.difference(Objects.requireNonNull(noiseByGroup.get(pair.noiseGroup()))));
                } else {
                    rows.put(pair, pair.rowWithoutRepeats(spec.confidence()));
                }
            }
            List<Finding> findings = HolmProcedure.judge(differences, spec.confidence());
            for (int i = 0; i < findings.size(); i++) {
                NoiseModel noise =
                        Objects.requireNonNull(noiseByGroup.get(family.get(i).noiseGroup()));
                rows.put(family.get(i), family.get(i).row(findings.get(i), noise));
            }
        }
    }

    private Stream<Check> checks(Allowance allowance, Map<String, List<ValuePair>> pairs) {
        return pairs.getOrDefault(allowance.value().name(), List.of()).stream().map(pair -> {
            ValueChange row = Objects.requireNonNull(rows.get(pair));
            String stepPrefix = ChangeText.stepPrefix(
                    before.axis(), row.step(), !before.labelComponents().isEmpty());
            return allowance.check(stepPrefix + row.value(), pair, row);
        });
    }

    private StepRuns runs(String step) {
        return new StepRuns(
                before.steps().getOrDefault(step, List.of()), after.steps().getOrDefault(step, List.of()));
    }

    /** Returns the worst verdict of each side for each step that has one. */
    private List<VerdictChange> verdicts() {
        return steps().stream().flatMap(step -> verdictChange(step).stream()).toList();
    }

    /** Returns the verdicts of a step; empty if neither side has a verdict, unless all runs failed in B only. */
    private Optional<VerdictChange> verdictChange(String label) {
        StepRuns runs = runs(label);
        Optional<Verdict.Status> worstBefore = runs.worstVerdictBefore();
        Optional<Verdict.Status> worstAfter = runs.worstVerdictAfter();
        FailedSides failedSides = runs.failedSides();
        if (worstBefore.isEmpty() && worstAfter.isEmpty() && failedSides != FailedSides.ONLY_B) {
            return Optional.empty();
        }
        String step = stepOrNull(label);
        Verdict.Status oldStatus = worstBefore.orElse(Verdict.Status.NOT_CHECKED);
        Verdict.Status newStatus = worstAfter.orElse(Verdict.Status.NOT_CHECKED);
        boolean isWorse = newStatus.compareTo(oldStatus) > 0;
        return Optional.of(
                switch (failedSides) {
                    case NONE -> new VerdictChange(step, oldStatus, newStatus, isWorse);
                    case ONLY_A, BOTH -> new VerdictChange(step, null, newStatus, isWorse);
                    case ONLY_B -> new VerdictChange(step, oldStatus, isWorse ? worstAfter.orElse(null) : null, true);
                });
    }

    /** Allowances do not apply to verdicts. */
    private Stream<Check> verdictChecks(List<VerdictChange> verdicts) {
        return verdicts.stream()
                .filter(VerdictChange::worse)
                .map(change -> failedCheck(
                        "verdict",
                        change.step(),
                        change.after() == null
                                ? "all runs of B failed"
                                : change(change.before() == null, change.before(), change.after())));
    }

    private static String change(boolean hasFailedBefore, @Nullable Object oldValue, Object newValue) {
        return hasFailedBefore
                ? "all runs of A failed, and B is " + newValue
                : "it was " + oldValue + " and is " + newValue;
    }

    /** If all runs of B failed, a consumer without a verdict in B gets no check. */
    private Stream<Check> consumerChecks(String step) {
        StepRuns runs = runs(step);
        Map<String, ComparedConsumer> consumersBefore = runs.worstConsumersBefore();
        Map<String, ComparedConsumer> consumersAfter = runs.worstConsumersAfter();
        return Stream.concat(consumersBefore.keySet().stream(), consumersAfter.keySet().stream())
                .distinct()
                .filter(name -> ComparedConsumer.severity(consumersAfter.get(name))
                        > ComparedConsumer.severity(consumersBefore.get(name)))
                .filter(name -> consumersAfter.containsKey(name) || !runs.haveAllFailedAfter())
                .map(name -> failedCheck(
                        "consumers." + name + ".verdict",
                        stepOrNull(step),
                        change(
                                runs.haveAllFailedBefore(),
                                ComparedConsumer.text(consumersBefore.get(name)),
                                ComparedConsumer.text(consumersAfter.get(name)))));
    }

    private Check failedCheck(String expression, @Nullable String step, String sentence) {
        boolean hasComponents = !before.labelComponents().isEmpty();
        String stepPrefix = ChangeText.stepPrefix(before.axis(), step, hasComponents);
        return new Check(expression, null, false, stepPrefix + sentence);
    }

    private List<SettingChange> differentSettings() {
        Map<String, Set<String>> valuesBefore = settingValues(before);
        Map<String, Set<String>> valuesAfter = settingValues(after);
        Set<String> names = new TreeSet<>(valuesBefore.keySet());
        names.addAll(valuesAfter.keySet());
        return names.stream()
                .map(name -> change(name, text(valuesBefore, name), text(valuesAfter, name)))
                .filter(setting -> !setting.before().equals(setting.after()))
                .toList();
    }

    /** A setting has several values if it changes between steps or runs. Runs without a noted condition have the value "-". */
    private static Map<String, Set<String>> settingValues(ComparedSide side) {
        Map<String, Set<String>> values = new TreeMap<>();
        side.settings()
                .forEach(settings -> settings.forEach((name, value) ->
                        values.computeIfAbsent(name, key -> new TreeSet<>()).add(value)));
        values.forEach((name, distinct) -> {
            if (name.startsWith("notes.")
                    && side.settings().stream().anyMatch(settings -> !settings.containsKey(name))) {
                distinct.add("-");
            }
        });
        return values;
    }

    private static String text(Map<String, Set<String>> values, String name) {
        return String.join(", ", values.getOrDefault(name, Set.of()));
    }

    private static SettingChange change(String name, String before, String after) {
        if (!before.contains("\n") && !after.contains("\n")) {
            return new SettingChange(name, before, after);
        }
        List<String> linesBefore = lines(before);
        List<String> linesAfter = lines(after);
        SettingChange change =
                new SettingChange(name, linesOnlyIn(linesBefore, linesAfter), linesOnlyIn(linesAfter, linesBefore));
        if (change.before().isEmpty() && change.after().isEmpty()) { // other order, comments or repeats
            int first = 0;
            while (lineAt(linesBefore, first).equals(lineAt(linesAfter, first)) && first < linesBefore.size()) {
                first++;
            }
            return new SettingChange(name, lineAt(linesBefore, first), lineAt(linesAfter, first));
        }
        return change;
    }

    private static List<String> lines(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }

    private static String lineAt(List<String> lines, int index) {
        return index < lines.size() ? lines.get(index) : "";
    }

    private static String linesOnlyIn(List<String> lines, List<String> otherLines) {
        Set<String> otherLineSet = Set.copyOf(otherLines);
        return lines.stream().filter(line -> !otherLineSet.contains(line)).collect(Collectors.joining("; "));
    }
}
