// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import io.github.cdctester.internal.report.compose.experiment.LimitSummary;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Comparison.VerdictChange;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** The headline of a comparison: better, worse, or no difference beyond the noise. */
record ComparisonHeadline(Comparison comparison) {

    private static final int MAX_FIGURES = 6;

    Headline headline() {
        if (ComparisonTables.isPublished(comparison)) {
            long measured = comparison.values().stream()
                    .filter(row -> row.changePercent() != null)
                    .count();
            return new Headline(
                    Tone.NEUTRAL,
                    "Side by side, not judged",
                    "Of " + PlainText.withNoun(comparison.values().size(), "published value") + ", "
                            + measured + (measured == 1 ? " has" : " have")
                            + " ours. Servers, machines and loads differ.",
                    List.of(),
                    List.of(),
                    ComparisonWarnings.of(comparison));
        }
        return new Headline(
                tone(),
                text(),
                summary(),
                figures(),
                new LimitSummary().add(comparison.checks()).build(),
                ComparisonWarnings.of(comparison));
    }

    private long countMarked(Mark mark) {
        return comparison.values().stream().filter(row -> row.mark() == mark).count();
    }

    private Tone tone() {
        if (comparison.checks().stream().anyMatch(Check::isBroken)) {
            return Tone.BAD;
        }
        if (!comparison.isHeld() || isUncertain()) {
            return Tone.UNSURE;
        }
        boolean hasWorse = countMarked(Mark.WORSE) > 0;
        return hasWorse && comparison.checks().isEmpty()
                ? Tone.BAD
                : hasWorse || countMarked(Mark.BETTER) == 0 ? Tone.NEUTRAL : Tone.GOOD;
    }

    private boolean isUncertain() {
        long conclusive = countMarked(Mark.BETTER) + countMarked(Mark.WORSE) + countMarked(Mark.CHANGED);
        return conclusive == 0 && (countMarked(Mark.ONE_RUN) > 0 || countMarked(Mark.INSIDE_NOISE) == 0);
    }

    private String text() {
        long broken = comparison.checks().stream().filter(Check::isBroken).count();
        String checks = PlainText.withNoun(comparison.checks().size(), "check");
        List<VerdictChange> worseVerdicts =
                comparison.verdicts().stream().filter(VerdictChange::worse).toList();
        if (worseVerdicts.stream().anyMatch(change -> change.after() != null)) {
            return "B's verdict is worse";
        }
        if (!worseVerdicts.isEmpty()) {
            return "All runs of B failed in " + PlainText.withNoun(worseVerdicts.size(), "step");
        }
        if (broken > 0) {
            return "B is worse than allowed: " + broken + " of " + checks + " broken";
        }
        if (!comparison.isHeld()) {
            return "Not decided: " + undecidedCount() + " of " + checks;
        }
        long worse = countMarked(Mark.WORSE);
        long better = countMarked(Mark.BETTER);
        if (worse + better + countMarked(Mark.CHANGED) > 0) {
            return worse == 0
                    ? better == 0 ? "B has changed, neither better nor worse" : "B is better"
                    : better == 0 ? "B is worse" : "B is worse in some values and better in others";
        }
        long notJudged = countMarked(Mark.NOT_JUDGED);
        if (notJudged > 0 && notJudged == comparison.values().size()) {
            return "Not judged: the " + incomparableProperty() + " differ";
        }
        return isUncertain() ? "Not decided: repeat both sides" : "No difference is more than noise";
    }

    private String incomparableProperty() {
        boolean hasProbes = comparison.notes().stream().anyMatch(note -> note.code() == Code.PROBE_UNITS_DIFFER);
        boolean hasDelays = comparison.notes().stream().anyMatch(note -> note.code() == Code.DELAY_SOURCES_DIFFER);
        return !hasProbes ? "delay sources" : hasDelays ? "delay sources and units" : "units";
    }

    private long undecidedCount() {
        return comparison.checks().stream()
                .filter(check -> check.undecided() != null)
                .count();
    }

    private String summary() {
        List<String> parts = new ArrayList<>();
        addCount(parts, countMarked(Mark.WORSE), "worse");
        addCount(parts, countMarked(Mark.BETTER), "better");
        addCount(parts, countMarked(Mark.CHANGED), "changed");
        addCount(parts, countMarked(Mark.INSIDE_NOISE), "within noise");
        addCount(parts, countMarked(Mark.ONE_RUN), "undecided (one run)");
        addCount(parts, countMarked(Mark.UNKNOWN), "unknown");
        addCount(parts, countMarked(Mark.NOT_JUDGED), "not judged");
        String settings = comparison.settings().isEmpty()
                ? " No recorded setting differs."
                : " " + ShortNumber.count(comparison.settings().size(), "setting differs", "settings differ") + ".";
        long passed = comparison.checks().stream().filter(Check::held).count();
        String undecided = undecidedCount() == 0 ? "" : ", " + undecidedCount() + " not decided";
        return "Of " + PlainText.withNoun(comparison.values().size(), "value") + ": "
                + (parts.isEmpty() ? "none" : String.join(", ", parts)) + "." + settings
                + (comparison.checks().isEmpty()
                        ? ""
                        : " " + passed + " of "
                                + PlainText.withNoun(comparison.checks().size(), "check") + " held" + undecided + ".");
    }

    private static void addCount(List<String> parts, long count, String label) {
        if (count > 0) {
            parts.add(count + " " + label);
        }
    }

    /** Worse values come first, then better, changed and undecided values. */
    private List<Figure> figures() {
        List<Mark> order = List.of(
                Mark.WORSE, Mark.BETTER, Mark.CHANGED, Mark.ONE_RUN, Mark.INSIDE_NOISE, Mark.UNKNOWN, Mark.NOT_JUDGED);
        return comparison.values().stream()
                .filter(row -> row.changePercent() != null)
                .sorted(Comparator.comparingInt((ValueChange row) -> order.indexOf(row.mark())))
                .limit(MAX_FIGURES)
                .map(row -> new Figure(
                        (row.step() == null ? "" : new ComparedSteps(comparison).name(row.step()) + ": ")
                                + ValueName.of(row.value()),
                        ChangeText.percent(Objects.requireNonNull(row.changePercent())),
                        "%",
                        ShortNumber.compact(row.before()) + " → " + ShortNumber.compact(row.after()) + ", "
                                + ChangeText.mark(row)))
                .toList();
    }
}
