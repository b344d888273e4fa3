// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import io.github.cdctester.internal.report.compose.experiment.ExperimentWarnings;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.ChangeRange;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Note.Severity;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

final class ComparisonWarnings {

    /** A good number of runs a side; docs/compare.md. */
    private static final int ENOUGH_RUNS = 5;

    /** A range of changes that is wider than that, in percentage points, says little. */
    private static final double WIDE = 50;

    private final Comparison comparison;
    private final ExperimentWarnings warnings = new ExperimentWarnings();

    private ComparisonWarnings(Comparison comparison) {
        this.comparison = comparison;
    }

    static List<Warning> of(Comparison comparison) {
        ComparisonWarnings all = new ComparisonWarnings(comparison);
        if (!ComparisonTables.isPublished(comparison)) {
            all.verdicts();
            all.settings();
            all.runs();
            all.noise();
        }
        all.warnings.addNotes(comparison.notes());
        return all.warnings.build();
    }

    private void verdicts() {
        ComparedSteps steps = new ComparedSteps(comparison);
        List<String> wrong = comparison.verdicts().stream()
                .filter(verdict -> verdict.before().isBad() || verdict.after().isBad())
                .map(verdict -> (verdict.step() == null ? "" : steps.name(verdict.step()) + ": ") + verdict.before()
                        + " and " + verdict.after())
                .toList();
        if (!wrong.isEmpty()) {
            warnings.add(
                    "STREAM_WRONG",
                    Severity.HIGH,
                    "A stream was not whole",
                    "Verdicts of A and B: " + RunWarnings.named(wrong),
                    "Rates and delays count only what arrived: look at the verdict first.");
        }
        if (comparison.verdicts().stream()
                .anyMatch(verdict -> verdict.before() == Status.NOT_CHECKED || verdict.after() == Status.NOT_CHECKED)) {
            warnings.add(
                    "NOT_CHECKED",
                    Severity.MEDIUM,
                    "Not checked for loss",
                    "On one side at least no stream was followed, or what arrived was not compared with what was written",
                    "Let the tester write the load, and leave the check on.");
        }
    }

    private void settings() {
        differ("MACHINES_DIFFER", "tool.os"::equals, "The machines differ", "Compare runs of one machine.");
        differ("JAVA_DIFFERS", "tool.java"::equals, "The Java runtimes differ", "Compare runs of one runtime.");
        differ(
                "VERSIONS_DIFFER",
                "tool.version"::equals,
                "The testers differ",
                "Compare runs of one version, unless that is the question.");
        differ(
                "DRIVERS_DIFFER",
                "tool.jdbcDriver"::equals,
                "The JDBC drivers differ",
                "Compare runs of one driver, unless that is the question.");
        String asked = "Make sure that this is the difference you want to measure.";
        differ("SERVERS_DIFFER", name -> name.startsWith("server."), "The servers differ", asked);
        differ("PLANS_DIFFER", name -> name.startsWith("plan."), "The plans differ", asked);
    }

    private void differ(String code, Predicate<String> which, String what, String remedy) {
        List<SettingChange> found = comparison.settings().stream()
                .filter(setting -> which.test(setting.name()))
                .toList();
        if (!found.isEmpty()) {
            warnings.add(
                    code,
                    Severity.LOW,
                    what,
                    RunWarnings.named(found.stream()
                            .map(setting -> setting.name() + " " + ComparisonTables.orDash(setting.before()) + " → "
                                    + ComparisonTables.orDash(setting.after()))
                            .toList()),
                    remedy);
        }
    }

    private void runs() {
        boolean isNoted = comparison.notes().stream()
                .anyMatch(note -> note.code() == Code.NOISE_OF_ONE_RUN || note.code() == Code.NOISE_UNKNOWN);
        if (!isNoted && comparison.values().stream().anyMatch(row -> row.mark() == Mark.ONE_RUN)) {
            warnings.add(
                    "ONE_RUN",
                    Severity.MEDIUM,
                    "A side has one run",
                    "Variation from run to run (caches, scheduler, neighbours) is in no interval",
                    "Repeat both sides, " + ENOUGH_RUNS + " times each.");
        } else if (!isNoted) {
            int fewest = comparison.values().stream()
                    .filter(row -> row.changePercent() != null)
                    .mapToInt(row -> Math.min(row.runsBefore(), row.runsAfter()))
                    .min()
                    .orElse(ENOUGH_RUNS);
            if (fewest < ENOUGH_RUNS) {
                warnings.add(
                        "FEW_REPEATS",
                        Severity.LOW,
                        "Few repeats: " + fewest + " on one side",
                        "With two or three, only large changes can be told from noise",
                        "Use " + ENOUGH_RUNS + " runs per side.");
            }
        }
        long unknown = comparison.values().stream()
                .filter(row -> row.mark() == Mark.UNKNOWN)
                .count();
        if (unknown > 0) {
            warnings.add(
                    "VALUES_UNKNOWN",
                    Severity.LOW,
                    ShortNumber.count(unknown, "value is", "values are") + " not known",
                    "Missing on one side, or 0 in some run",
                    "See the rows with the result unknown.");
        }
    }

    private void noise() {
        List<ValueChange> wide = comparison.values().stream()
                .filter(row -> row.mark() == Mark.INSIDE_NOISE && width(row) > WIDE)
                .toList();
        if (!wide.isEmpty()) {
            ValueChange first = wide.get(0);
            warnings.add(
                    "NOISE_LARGE",
                    Severity.LOW,
                    "Large changes may go unnoticed in " + ShortNumber.count(wide.size(), "value", "values"),
                    "The interval of " + ValueName.of(first.value()) + " is "
                            + ChangeText.range(Objects.requireNonNull(first.range())) + " %",
                    "Use longer runs or more repeats: within noise does not mean no difference.");
        }
    }

    private static double width(ValueChange row) {
        ChangeRange range = row.range();
        return range == null ? 0 : range.highPercent() - range.lowPercent();
    }
}
