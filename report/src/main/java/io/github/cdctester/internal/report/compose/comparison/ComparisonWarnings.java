// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import io.github.cdctester.internal.report.compose.experiment.ExperimentWarnings;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.statistics.RepeatsNeeded;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.ChangeRange;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Collects the warnings of a comparison. */
final class ComparisonWarnings {

    /** In percentage points. A wider confidence interval is not informative. */
    private static final double MAX_INFORMATIVE_WIDTH = 50;

    private final Comparison comparison;
    private final ExperimentWarnings warnings = new ExperimentWarnings();

    private ComparisonWarnings(Comparison comparison) {
        this.comparison = comparison;
    }

    static List<Warning> of(Comparison comparison) {
        ComparisonWarnings builder = new ComparisonWarnings(comparison);
        if (!ComparisonTables.isPublished(comparison)) {
            builder.addVerdicts();
            builder.addSettings();
            builder.addRuns();
            builder.addNoise();
        }
        builder.warnings.addNotes(comparison.notes());
        return builder.warnings.build();
    }

    private void addVerdicts() {
        ComparedSteps steps = new ComparedSteps(comparison);
        List<String> badVerdicts = comparison.verdicts().stream()
                .filter(verdict -> isBad(verdict.before()) || isBad(verdict.after()))
                .map(verdict -> (verdict.step() == null ? "" : steps.name(verdict.step()) + ": ")
                        + ComparisonTables.verdict(verdict.before()) + " and "
                        + ComparisonTables.verdict(verdict.after()))
                .toList();
        if (!badVerdicts.isEmpty()) {
            warnings.add("compare.STREAM_WRONG", RunWarnings.joinFirst(badVerdicts));
        }
        if (comparison.verdicts().stream()
                .anyMatch(verdict -> verdict.before() == Status.NOT_CHECKED || verdict.after() == Status.NOT_CHECKED)) {
            warnings.add("compare.NOT_CHECKED");
        }
    }

    private static boolean isBad(@Nullable Status status) {
        return status != null && status.isBad();
    }

    private void addSettings() {
        addIfDifferent("MACHINES_DIFFER", "tool.os"::equals);
        addIfDifferent("JAVA_DIFFERS", "tool.java"::equals);
        addIfDifferent("VERSIONS_DIFFER", "tool.version"::equals);
        addIfDifferent("CLIENTS_DIFFER", name -> name.equals("tool.client") || name.startsWith("tool.client."));
        addIfDifferent("DRIVERS_DIFFER", "tool.jdbcDriver"::equals);
        addIfDifferent("SERVERS_DIFFER", name -> name.startsWith("server."));
        addIfDifferent("METHODS_DIFFER", name -> name.endsWith("verdict.method"));
        addIfDifferent("CONDITIONS_DIFFER", name -> name.startsWith("notes."));
        addIfDifferent("PLANS_DIFFER", name -> name.startsWith("plan.") || name.startsWith("probeUnits."));
    }

    private void addIfDifferent(String code, Predicate<String> condition) {
        List<String> differences = comparison.settings().stream()
                .filter(setting -> condition.test(setting.name()))
                .map(setting -> ComparisonTables.isLong(setting)
                        ? setting.name()
                        : setting.name() + " " + ComparisonTables.orDash(setting.before()) + " → "
                                + ComparisonTables.orDash(setting.after()))
                .toList();
        if (!differences.isEmpty()) {
            warnings.add("compare." + code, RunWarnings.joinFirst(differences));
        }
    }

    private void addRuns() {
        boolean hasNoiseNote = comparison.notes().stream().anyMatch(note -> note.code() == Code.NOISE_UNKNOWN);
        if (!hasNoiseNote && comparison.values().stream().anyMatch(row -> row.mark() == Mark.ONE_RUN)) {
            warnings.add("compare.ONE_RUN", RepeatsNeeded.MIN_REPEATS);
        } else if (!hasNoiseNote) {
            int fewestRuns = comparison.values().stream()
                    .filter(row -> row.changePercent() != null)
                    .mapToInt(row -> Math.min(row.runsBefore(), row.runsAfter()))
                    .min()
                    .orElse(RepeatsNeeded.MIN_REPEATS);
            if (fewestRuns < RepeatsNeeded.MIN_REPEATS) {
                warnings.add("compare.FEW_REPEATS", fewestRuns, advice());
            }
        }
        long unknownCount = comparison.values().stream()
                .filter(row -> row.mark() == Mark.UNKNOWN)
                .count();
        if (unknownCount > 0) {
            warnings.add("compare.VALUES_UNKNOWN", ShortNumber.count(unknownCount, "value is", "values are"));
        }
    }

    /**
     * Recommends a number of runs for the value with the median noise. The noisiest value is often a maximum, which stays
     * undecided even with more runs.
     */
    private String advice() {
        List<ValueChange> sortedByNoise = comparison.values().stream()
                .filter(row -> row.noisePercent() != null && row.range() != null)
                .sorted(Comparator.comparingDouble(row -> Objects.requireNonNull(row.noisePercent())))
                .toList();
        if (sortedByNoise.isEmpty()) {
            return "Use " + RepeatsNeeded.MIN_REPEATS + " runs per side";
        }
        ValueChange medianValue = sortedByNoise.get(sortedByNoise.size() / 2);
        return "At the noise of " + ValueName.of(medianValue.value()) + ", "
                + RepeatsNeeded.forTenPercent(
                        Objects.requireNonNull(medianValue.noisePercent()),
                        Objects.requireNonNull(medianValue.range()).confidence());
    }

    private void addNoise() {
        List<ValueChange> wideRanges = comparison.values().stream()
                .filter(row -> row.mark() == Mark.INSIDE_NOISE && width(row) > MAX_INFORMATIVE_WIDTH)
                .toList();
        if (!wideRanges.isEmpty()) {
            ValueChange firstValue = wideRanges.get(0);
            warnings.add(
                    "compare.NOISE_LARGE",
                    PlainText.withNoun(wideRanges.size(), "value"),
                    ValueName.of(firstValue.value()),
                    ChangeText.range(Objects.requireNonNull(firstValue.range())));
        }
    }

    private static double width(ValueChange row) {
        ChangeRange range = row.range();
        return range == null ? 0 : range.highPercent() - range.lowPercent();
    }
}
