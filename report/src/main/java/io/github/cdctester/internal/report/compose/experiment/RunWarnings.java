// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.value.MergedNote;
import io.github.cdctester.internal.value.MergedNote.RunNotes;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Note.Severity;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Warnings about the runs of an experiment. Each warning appears once, with the names of all runs that have it. Trials without
 * a result are ignored.
 *
 * @param stepName returns text such as {@code threads 64}
 */
public record RunWarnings(List<Trial> runs, Function<Trial, String> stepName) {

    public RunWarnings {
        runs = runs.stream().filter(trial -> trial.result() != null).toList();
    }

    private static final int MAX_NAMES = 6;

    public static RunResult result(Trial run) {
        return Objects.requireNonNull(run.result(), run.folder());
    }

    /** Returns the first run with the worst verdict that {@code isIncluded} accepts. */
    public Optional<Trial> worst(Predicate<Status> isIncluded) {
        return runs.stream()
                .filter(run -> isIncluded.test(result(run).verdict().status()))
                .max(Comparator.comparing(run -> result(run).verdict(), Verdict.BY_SEVERITY));
    }

    /**
     * Returns the worst verdict among the consumers that {@code isIncluded} accepts, with the consumer and the step, such as {@code
     * LOST 2 of consumer orders at threads 64}.
     */
    public Optional<String> worstConsumer(Predicate<ConsumerResult> isIncluded) {
        record JudgedConsumer(Trial run, ConsumerResult consumer) {}
        return runs.stream()
                .flatMap(run -> result(run).consumers().stream().map(consumer -> new JudgedConsumer(run, consumer)))
                .filter(judged -> isIncluded.test(judged.consumer()))
                .max(Comparator.comparing(judged -> judged.consumer().verdict(), Verdict.BY_SEVERITY))
                .map(judged -> judged.consumer().verdict().headline() + " of consumer "
                        + judged.consumer().name() + " at " + stepName.apply(judged.run()));
    }

    /** Returns one warning for each bad verdict status that {@code isIncluded} accepts; the worst status comes first. */
    public List<Warning> badVerdicts(Predicate<Status> isIncluded) {
        List<Warning> warnings = new ArrayList<>();
        runs.stream()
                .map(run -> result(run).verdict().status())
                .filter(status -> status.isBad() && isIncluded.test(status))
                .distinct()
                .sorted(Comparator.reverseOrder())
                .forEach(status -> warnings.add(badVerdictWarning(status)));
        return warnings;
    }

    private Warning badVerdictWarning(Status status) {
        List<Trial> trialsWithStatus = runs.stream()
                .filter(run -> result(run).verdict().status() == status)
                .toList();
        Verdict verdict = result(trialsWithStatus.get(0)).verdict();
        return new Warning(
                status.name(),
                Severity.HIGH,
                status + " at " + joinedSteps(trialsWithStatus),
                sentence(verdict.method() + ": " + verdict.reason()
                        + (verdict.firstOffender() == null ? "" : "; first " + verdict.firstOffender())),
                "Rates and delays cover only the data that arrived; see the verdict in "
                        + trialsWithStatus.get(0).folder() + ".");
    }

    /** Returns warnings about runs without a check for loss, and about checks that were not exact. */
    public List<Warning> uncheckedStreams() {
        List<Warning> warnings = new ArrayList<>();
        List<Trial> uncheckedTrials = runs.stream()
                .filter(run -> result(run).verdict().status() == Status.NOT_CHECKED
                        && result(run).summary().cdc() != null) // runs without a stream have a note instead
                .toList();
        if (!uncheckedTrials.isEmpty()) {
            Verdict verdict = result(uncheckedTrials.get(0)).verdict();
            warnings.add(new Warning(
                    "NOT_CHECKED",
                    verdict.committed() == null ? Severity.LOW : Severity.HIGH,
                    "Not checked for loss" + stepsSuffix(uncheckedTrials),
                    sentence(verdict.reason()),
                    "Let the tester write the load, and leave the check on."));
        }
        List<Trial> inexactTrials = runs.stream()
                .filter(run -> result(run).verdict().status() == Status.LOSSLESS
                        && !result(run).verdict().method().equals("exact"))
                .toList();
        if (!inexactTrials.isEmpty()) {
            Verdict verdict = result(inexactTrials.get(0)).verdict();
            warnings.add(Warning.of(
                    "any.VERDICT_NOT_EXACT", verdict.method(), stepsSuffix(inexactTrials), sentence(verdict.reason())));
        }
        return warnings;
    }

    public List<Warning> notes() {
        List<Warning> warnings = new ArrayList<>();
        for (MergedNote note : mergedNotes()) {
            if (note.worst().severity() != Severity.INFO) {
                Warning warning = Warning.of(note.worst());
                String place = place(note);
                warnings.add(new Warning(
                        warning.code(),
                        warning.severity(),
                        place.isEmpty()
                                ? warning.what()
                                : place + ": " + note.worst().text(),
                        warning.why(),
                        warning.remedy()));
            }
        }
        return warnings;
    }

    public void addInformation(Facts.Builder facts) {
        for (MergedNote note : mergedNotes()) {
            if (note.worst().severity() == Severity.INFO) {
                addNote(note, place(note), facts);
            }
        }
    }

    /** Names the steps of each note, because the other runs do not have it. */
    public void addNotesMissingIn(RunWarnings otherWarnings, Facts.Builder facts) {
        List<MergedNote> otherNotes = otherWarnings.mergedNotes();
        for (MergedNote note : mergedNotes()) {
            if (otherNotes.stream().noneMatch(other -> other.worst().isLike(note.worst()))) {
                addNote(note, note.place(joinFirst(note.runs())), facts);
            }
        }
    }

    private static void addNote(MergedNote note, String place, Facts.Builder facts) {
        facts.add("note", (place.isEmpty() ? "" : place + ": ") + note.worst().text());
    }

    private List<MergedNote> mergedNotes() {
        return MergedNote.of(runs.stream()
                .map(run -> new RunNotes(stepName.apply(run), result(run).notes()))
                .toList());
    }

    private String place(MergedNote note) {
        return note.place(isInAllSteps(Set.copyOf(note.runs())) ? "" : joinFirst(note.runs()));
    }

    private boolean isInAllSteps(Set<String> steps) {
        return steps.size() == runs.stream().map(stepName).distinct().count();
    }

    private String stepsSuffix(List<Trial> trials) {
        Set<String> steps = trials.stream().map(stepName).collect(Collectors.toCollection(LinkedHashSet::new));
        return isInAllSteps(steps) ? "" : " (at " + joinFirst(steps) + ")";
    }

    private String joinedSteps(List<Trial> trials) {
        return joinFirst(trials.stream().map(stepName).toList());
    }

    /** Lists the first {@value #MAX_NAMES} distinct names, and counts the remaining names. */
    public static String joinFirst(Collection<String> names) {
        List<String> distinct = names.stream().distinct().toList();
        String first = String.join(", ", distinct.subList(0, Math.min(MAX_NAMES, distinct.size())));
        return distinct.size() > MAX_NAMES ? first + " and " + (distinct.size() - MAX_NAMES) + " more" : first;
    }

    /** Adds a full stop if the text ends without punctuation. */
    public static String sentence(String phrase) {
        String text = phrase.strip();
        return text.isEmpty() || ".!?…".indexOf(text.charAt(text.length() - 1)) >= 0 ? text : text + ".";
    }
}
