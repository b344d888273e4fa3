// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.ComparisonWords;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.ChangeRange;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What to distrust of a comparison, the worst first. */
final class ComparisonDoubts {

    /** A good number a side; docs/compare.md. */
    private static final int ENOUGH_RUNS = 5;

    /** A range of changes that is wider than that, in percentage points, says little. */
    private static final double WIDE = 50;

    private final Comparison comparison;
    private final List<Warning> doubts = new ArrayList<>();

    private ComparisonDoubts(Comparison comparison) {
        this.comparison = comparison;
    }

    static List<Warning> of(Comparison comparison) {
        ComparisonDoubts all = new ComparisonDoubts(comparison);
        all.verdicts();
        all.settings();
        all.runs();
        all.noise();
        return Sentences.of(all.doubts);
    }

    private void verdicts() {
        ComparedSteps steps = new ComparedSteps(comparison);
        List<String> wrong = comparison.verdicts().stream()
                .filter(verdict -> verdict.before().isBad() || verdict.after().isBad())
                .map(verdict -> (verdict.step() == null ? "" : steps.name(verdict.step()) + ": ") + verdict.before()
                        + " and " + verdict.after())
                .toList();
        if (!wrong.isEmpty()) {
            doubts.add(new Warning(
                    "A stream was not whole",
                    "Verdicts of A and B: " + RunDoubts.where(new LinkedHashSet<>(wrong)),
                    "Rates and delays are those of what arrived: look at the verdict first"));
        }
        boolean unchecked = comparison.verdicts().stream()
                .anyMatch(verdict -> verdict.before() == Status.NOT_CHECKED || verdict.after() == Status.NOT_CHECKED);
        if (unchecked) {
            doubts.add(new Warning(
                    "A stream was not checked",
                    "Nobody compared what arrived with what was written, on one side at least",
                    "Let the tester write the load, and leave the exact check on"));
        }
    }

    /** What was meant to differ, and what was not. */
    private void settings() {
        differ("tool.os", "The machines differ", "Compare runs of one machine");
        differ("tool.java", "The Java runtimes differ", "Compare runs of one runtime");
        differ("tool.version", "The testers differ", "Compare runs of one version, unless that is the question");
        differ("tool.jdbcDriver", "The JDBC drivers differ", "Compare runs of one driver, unless that is the question");
        differ(
                name -> name.startsWith("server."),
                "The servers differ",
                "See whether that is the difference that you ask about");
        differ(
                name -> name.startsWith("plan."),
                "The plans differ",
                "See whether that is the difference that you ask about");
    }

    private void differ(String name, String what, String remedy) {
        differ(name::equals, what, remedy);
    }

    private void differ(Predicate<String> which, String what, String remedy) {
        List<SettingChange> found = comparison.settings().stream()
                .filter(setting -> which.test(setting.name()))
                .toList();
        if (!found.isEmpty()) {
            Set<String> changes = found.stream()
                    .map(setting -> setting.name() + " " + orNone(setting.before()) + " → " + orNone(setting.after()))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            doubts.add(new Warning(what, RunDoubts.where(changes), remedy));
        }
    }

    private static String orNone(String value) {
        return value.isEmpty() ? "-" : value;
    }

    private void runs() {
        if (comparison.values().stream().anyMatch(row -> row.mark() == Mark.ONE_RUN)) {
            doubts.add(new Warning(
                    "A side has one run",
                    "What differs from run to run (caches, the scheduler, the neighbours) is in no interval",
                    "Repeat both sides, " + ENOUGH_RUNS + " times each"));
        } else {
            int fewest = comparison.values().stream()
                    .filter(row -> row.changePercent() != null)
                    .mapToInt(row -> Math.min(row.runsBefore(), row.runsAfter()))
                    .min()
                    .orElse(ENOUGH_RUNS);
            if (fewest < ENOUGH_RUNS) {
                doubts.add(new Warning(
                        "Few repeats: " + fewest + " on one side",
                        "With two or three only large changes can be told from noise",
                        ENOUGH_RUNS + " runs a side are a good number"));
            }
        }
        long unknown = comparison.values().stream()
                .filter(row -> row.mark() == Mark.UNKNOWN)
                .count();
        if (unknown > 0) {
            doubts.add(new Warning(
                    Numbers.count(unknown, "value is", "values are") + " not known",
                    "Missing on one side, or 0 in some run",
                    "See the rows marked unknown"));
        }
    }

    private void noise() {
        List<ValueChange> wide = comparison.values().stream()
                .filter(row -> row.mark() == Mark.INSIDE_NOISE && width(row.range()) > WIDE)
                .toList();
        if (!wide.isEmpty()) {
            ValueChange first = wide.get(0);
            doubts.add(new Warning(
                    "Large changes would not be seen in " + Numbers.count(wide.size(), "value", "values"),
                    "The interval of " + ComparisonWords.name(first.value()) + " is "
                            + ComparisonWords.range(first.range(), false) + " %",
                    "In the noise does not mean no difference: longer runs, more repeats"));
        }
    }

    private static double width(@Nullable ChangeRange range) {
        return range == null ? 0 : range.highPercent() - range.lowPercent();
    }
}
