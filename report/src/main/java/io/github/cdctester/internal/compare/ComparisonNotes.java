// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.compare.ComparedRun.OtherClients;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.NoiseFrom;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Collects the notes of a comparison. */
final class ComparisonNotes {

    private final List<ValueChange> values;
    private final String confidencePercent;
    private final List<Note> notes = new ArrayList<>();

    private ComparisonNotes(List<ValueChange> values, double confidence) {
        this.values = values;
        confidencePercent = String.format(Locale.ROOT, "%.2f", 100 * confidence).replaceFirst("\\.?0+$", "");
    }

    static List<Note> of(
            ComparedSide before,
            ComparedSide after,
            List<ValueChange> values,
            Set<String> namesWithAllowance,
            double confidence) {
        ComparisonNotes builder = new ComparisonNotes(values, confidence);
        if (before.name().equals(after.name())) {
            builder.notes.add(Note.of(Code.SIDES_ARE_EQUAL, "name", before.name()));
        } else {
            builder.addCommonResults(before, after);
        }
        builder.addIntervals(namesWithAllowance);
        builder.addUnknownNoise();
        if (builder.anyMatch(row -> row.mark() == Mark.UNKNOWN && row.before() != null && row.after() != null)) {
            builder.notes.add(Note.of(Code.ZERO_HAS_NO_INTERVAL));
        }
        builder.addUnmatchedSteps("A", before, after);
        builder.addUnmatchedSteps("B", after, before);
        builder.addIncompleteRuns("A", before);
        builder.addIncompleteRuns("B", after);
        return builder.notes;
    }

    private void addCommonResults(ComparedSide before, ComparedSide after) {
        long common =
                before.digests().stream().filter(after.digests()::contains).count();
        if (common > 0) {
            notes.add(Note.of(Code.RESULTS_ON_BOTH_SIDES, "results", common));
        }
    }

    private boolean anyMatch(Predicate<ValueChange> condition) {
        return values.stream().anyMatch(condition);
    }

    private void addIntervals(Set<String> namesWithAllowance) {
        boolean isPooled = anyMatch(row -> row.noise() == NoiseFrom.ALL_STEPS);
        Map<Boolean, Long> judgedByAllowance = values.stream()
                .filter(row -> row.noise() == NoiseFrom.ALL_STEPS || row.noise() == NoiseFrom.REPEATS)
                .collect(Collectors.partitioningBy(
                        row -> namesWithAllowance.contains(row.value()), Collectors.counting()));
        boolean hasTwoTables = judgedByAllowance.get(true) > 0 && judgedByAllowance.get(false) > 0;
        if (judgedByAllowance.get(true) + judgedByAllowance.get(false) > 0) {
            notes.add(Note.of(Code.SIMULTANEOUS_INTERVALS)
                    .with("allowances", hasTwoTables ? "true" : null)
                    .with("confidencePercent", confidencePercent)
                    .with("pooled", isPooled ? "true" : null));
        }
    }

    private void addUnknownNoise() {
        if (anyMatch(row -> row.value().equals(ComparedValue.HIGHEST_RATE.name()))) {
            boolean hasOneSearch = anyMatch(row -> row.noise() == NoiseFrom.ONE_SEARCH);
            notes.add(Note.of(Code.HIGHEST_RATE_INTERVAL, "oneSearch", hasOneSearch ? "true" : null));
        } else if (anyMatch(row -> row.mark() == Mark.ONE_RUN)) {
            notes.add(Note.of(Code.NOISE_UNKNOWN));
        }
    }

    private void addUnmatchedSteps(String letter, ComparedSide side, ComparedSide otherSide) {
        List<String> unmatched = side.steps().keySet().stream()
                .filter(step -> !otherSide.steps().containsKey(step))
                .toList();
        if (!unmatched.isEmpty() && side.axis() != null) {
            notes.add(Note.of(Code.STEPS_ON_ONE_SIDE_ONLY, "side", letter, "axis", side.axis(), "steps", unmatched));
        }
    }

    private void addIncompleteRuns(String letter, ComparedSide side) {
        if (side.runs() < side.planned()) {
            notes.add(Note.of(Code.SIDE_INCOMPLETE)
                    .with("side", letter)
                    .with("missing", side.planned() - side.runs())
                    .with("cells", side.planned()));
        }
        long interruptedRuns = side.allRuns().stream()
                .filter(run -> run.completion() == ComparedRun.Completion.INTERRUPTED)
                .count();
        if (interruptedRuns > 0) {
            notes.add(Note.of(Code.SIDE_INTERRUPTED, "side", letter, "runs", interruptedRuns));
        }
        List<OtherClients> otherClients = side.allRuns().stream()
                .map(ComparedRun::otherClients)
                .filter(Objects::nonNull)
                .toList();
        if (!otherClients.isEmpty()) {
            // the longest text contains the others: without heartbeats, DT also includes other clients
            Optional<String> mixedValues = otherClients.stream()
                    .map(OtherClients::mixedValues)
                    .filter(Objects::nonNull)
                    .max(Comparator.comparingInt(String::length));
            boolean isInAll = otherClients.stream().distinct().count() == 1;
            notes.add(Note.of(Code.SIDE_HAS_OTHER_WRITERS, "side", letter, "runs", otherClients.size())
                    .with(
                            "mixed",
                            mixedValues
                                    .map(text -> (isInAll ? "also " : "sometimes also ") + text)
                                    .orElse(null)));
        }
    }
}
