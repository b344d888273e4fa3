// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.compose.experiment.Provenance;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What stands around a sweep's table, in whichever form it is written.
 *
 * @param sweep the sweep
 */
public record SweepText(SweepResult sweep) {

    /**
     * A line with what it is about.
     *
     * @param label what it is about, in a word
     * @param words the line
     */
    public record Line(String label, String words) {}

    /** What was swept. */
    public String title() {
        return what()
                + (sweep.repeats() == 1 ? "" : "; the median of " + sweep.repeats() + " runs each, min and max")
                + (sweep.interrupted() ? " (interrupted)" : "");
    }

    /** What was swept, without how often. */
    public String what() {
        return sweep.workload()
                + (sweep.background() == null ? "" : " with " + sweep.background() + " in the background") + ", "
                + SweepColumns.axis(sweep) + " " + String.join(", ", sweep.values());
    }

    /** The server, where delays come from, and what rest is. */
    public List<Line> head() {
        return head(sweep.steps().stream().map(StepResult::result), sweep.restMillis());
    }

    /**
     * The same of any runs of one plan.
     *
     * @param runs their results; {@code null} where one has none
     * @param restMillis the stream's delay at rest; {@code null} where it was not found out
     * @return a line each; none where no run has a result
     */
    public static List<Line> head(Stream<@Nullable RunResult> runs, @Nullable Double restMillis) {
        List<Line> lines = new ArrayList<>();
        runs.filter(Objects::nonNull).findFirst().ifPresent(result -> {
            lines.add(new Line(
                    "server",
                    Provenance.flavor(result.server().flavor()) + " "
                            + result.server().version() + " at "
                            + result.plan().cdcEndpoint().address()));
            String source = result.summary().cdc().delay().source();
            lines.add(new Line("DT source", source + rest(restMillis)));
        });
        return lines;
    }

    private static String rest(@Nullable Double rest) {
        return rest == null
                ? ""
                : String.format(Locale.ROOT, "; DT of heartbeats at rest: %.3f ms (median of a second)", rest);
    }

    /** What failed, what was skipped, what to think of the numbers. */
    public List<Line> foot() {
        List<Line> lines = new ArrayList<>();
        for (SweepRow row : sweep.table()) {
            if (row.status() == StepResult.Status.FAILED) {
                lines.add(new Line("failed", row.label() + ": " + row.reason()));
            }
        }
        Set<String> skipped = new LinkedHashSet<>();
        sweep.table().stream()
                .filter(row -> row.status() == StepResult.Status.SKIPPED)
                .forEach(row -> skipped.add(row.label()));
        if (sweep.endedBecause() != null) {
            lines.add(new Line(
                    "ended",
                    sweep.endedBecause() + (skipped.isEmpty() ? "" : "; skipped: " + String.join(", ", skipped))));
        }
        for (SweepRow row : sweep.table()) {
            row.remarks().forEach(remark -> lines.add(new Line("remark", row.label() + ": " + remark)));
        }
        for (Check check : sweep.checks()) {
            if (!check.held()) {
                lines.add(new Line(
                        "failed", check.expression() + (check.offender() == null ? "" : ": " + check.offender())));
            }
        }
        if (sweep.failure() != null) {
            lines.add(new Line("failed", sweep.failure()));
        }
        Map<Note, Set<String>> notes = new LinkedHashMap<>();
        sweep.steps().forEach(step -> notes(step.label(), step.result(), notes));
        lines.addAll(lines(notes, sweep.values().size()));
        return lines;
    }

    /**
     * Adds the notes of a run, each kind once, with the steps that it is about.
     *
     * @param result the run's result; {@code null} where it has none
     */
    public static void notes(String step, @Nullable RunResult result, Map<Note, Set<String>> notes) {
        if (result != null) {
            result.notes()
                    .forEach(note -> notes.computeIfAbsent(
                                    notes.keySet().stream()
                                            .filter(note::isLike)
                                            .findFirst()
                                            .orElse(note),
                                    any -> new LinkedHashSet<>())
                            .add(step));
        }
    }

    /** Puts notes in lines. Those that are about all steps do without their names. */
    public static List<Line> lines(Map<Note, Set<String>> notes, int steps) {
        List<Line> lines = new ArrayList<>();
        Note.worstFirst(notes.keySet()).forEach(note -> {
            Set<String> labels = notes.getOrDefault(note, Set.of());
            lines.add(new Line("note", (labels.size() == steps ? "" : String.join(", ", labels) + ": ") + note.text()));
        });
        return lines;
    }
}
