// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import io.github.cdctester.internal.report.compose.experiment.Provenance;
import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.TestCase;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Side;
import io.github.cdctester.result.Note.Severity;
import io.github.cdctester.result.RunResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Composes the document of a comparison. */
public final class ComparisonComposer {

    private ComparisonComposer() {}

    public static Document of(Comparison comparison) {
        return of(comparison, List.of(), List.of());
    }

    /** Without steps, and with exactly one run per list, the document also shows both runs second by second. */
    public static Document of(Comparison comparison, List<RunResult> before, List<RunResult> after) {
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("changes", "Changes", null, List.copyOf(ComparisonCharts.differences(comparison))));
        boolean isPublished = ComparisonTables.isPublished(comparison);
        sections.add(new Section(
                "settings",
                isPublished ? "What differs" : "Settings that differ",
                isPublished
                        ? "Properties in the publication, next to the ones in our result."
                        : "Recorded settings of plan, server, tester and machine that are not the same.",
                ComparisonTables.settings(comparison)));
        sections.add(new Section("differences", "Values", null, List.of(ComparisonTables.values(comparison))));
        sections.add(new Section("steps", "Step by step", null, List.copyOf(ComparisonCharts.overSteps(comparison))));
        if (comparison.axis() == null && before.size() == 1 && after.size() == 1) {
            sections.add(new Section(
                    "overlay",
                    "Second by second",
                    "Both runs from their first second on. A: "
                            + comparison.before().name() + "; B: "
                            + comparison.after().name() + ".",
                    List.copyOf(OverlayCharts.of(before.get(0), after.get(0)))));
        }
        if (!isPublished) {
            List<Block> verdicts = new ArrayList<>(ComparisonTables.verdicts(comparison));
            verdicts.add(passedLimits(comparison));
            sections.add(new Section("verdicts", "Verdicts and thresholds", null, verdicts));
        }
        sections.add(new Section("about", "How to read it", null, about(comparison)));
        return new Document(
                title(comparison),
                "A: " + side(comparison.before()) + "; B: " + side(comparison.after()),
                new ComparisonHeadline(comparison).headline(),
                sections,
                List.of(suite(comparison)),
                List.of(),
                new Provenance(Stream.concat(before.stream(), after.stream()), Instant.EPOCH).footer("compare.json"));
    }

    private static String title(Comparison comparison) {
        String axis = comparison.axis();
        String workload = comparison.workload();
        return "Comparison: "
                + (workload == null || workload.isEmpty()
                        ? comparison.before().name() + " and "
                                + comparison.after().name()
                        : workload)
                + (axis == null ? "" : ", by " + axis);
    }

    private static String side(Side side) {
        return side.name() + (side.runs() == 0 ? "" : ", " + PlainText.withNoun(side.runs(), "run"));
    }

    private static List<Block> about(Comparison comparison) {
        Facts.Builder notes = new Facts.Builder();
        comparison.notes().stream()
                .filter(note -> note.severity() == Severity.INFO)
                .forEach(note -> notes.add("note", note.text()));
        return List.of(
                new Prose(
                        ComparisonTables.isPublished(comparison)
                                ? "A is the published value, B the geometric mean of our runs, and the ratio is B"
                                        + " divided by A. It is not a verdict: read the differences first."
                                : "A and B are geometric means of the runs; the change is from A to B, in percent of A. A"
                                        + " value is called worse or better only if its change is more than noise."),
                notes.build(Detail.ESSENTIAL));
    }

    /** Lists passed limits with their findings, because the plain text of the headline lists only the other limits. */
    private static Facts passedLimits(Comparison comparison) {
        Facts.Builder passedChecks = new Facts.Builder();
        comparison.checks().stream()
                .filter(check -> check.held() && check.offender() != null)
                .forEach(check -> passedChecks.add("held", check.expression() + ": " + check.offender()));
        return passedChecks.build(Detail.SUMMARY);
    }

    private static TestSuite suite(Comparison comparison) {
        List<TestCase> cases = new ArrayList<>(List.of(TestCase.passed(Comparison.KIND, "run")));
        comparison.checks().forEach(check -> cases.add(TestSuites.limit(check)));
        return new TestSuite(
                comparison.after().name() + " against " + comparison.before().name(),
                TestSuites.packageName(Comparison.KIND, ""),
                Instant.EPOCH,
                0,
                cases);
    }
}
