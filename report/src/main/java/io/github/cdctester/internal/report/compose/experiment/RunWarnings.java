// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Severity;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Warnings about the runs of an experiment, each once with its runs.
 *
 * @param runs trials with a result
 * @param names returns the step of a trial, such as {@code threads 64}
 */
public record RunWarnings(List<Trial> runs, Function<Trial, String> names) {

    public RunWarnings {
        runs = runs.stream().filter(trial -> trial.result() != null).toList();
    }

    private static final int MAX_NAMED = 6;

    /** Returns the result of one of the runs. */
    public static RunResult result(Trial run) {
        return Objects.requireNonNull(run.result(), run.folder());
    }

    /** Streams that were found wrong, the worst kind first. */
    public List<Warning> wrongStreams(Predicate<Status> counts) {
        List<Warning> warnings = new ArrayList<>();
        runs.stream()
                .map(run -> result(run).verdict().status())
                .filter(status -> status.isBad() && counts.test(status))
                .distinct()
                .sorted(Comparator.reverseOrder())
                .forEach(status -> warnings.add(wrongStream(status)));
        return warnings;
    }

    private Warning wrongStream(Status status) {
        List<Trial> found = runs.stream()
                .filter(run -> result(run).verdict().status() == status)
                .toList();
        Verdict verdict = result(found.get(0)).verdict();
        return new Warning(
                status.name(),
                Severity.HIGH,
                status + " at " + places(found),
                sentence(verdict.method() + ": " + verdict.reason()
                        + (verdict.firstOffender() == null ? "" : "; first " + verdict.firstOffender())),
                "Rates and delays count only what arrived; see the verdict in "
                        + found.get(0).folder() + ".");
    }

    /** Runs without a check, or without an exact one. */
    public List<Warning> uncheckedStreams() {
        List<Warning> warnings = new ArrayList<>();
        List<Trial> unchecked = runs.stream()
                .filter(run -> result(run).verdict().status() == Status.NOT_CHECKED
                        && result(run).summary().cdc() != null) // else there is a note
                .toList();
        if (!unchecked.isEmpty()) {
            Verdict verdict = result(unchecked.get(0)).verdict();
            warnings.add(new Warning(
                    "NOT_CHECKED",
                    verdict.committed() == null ? Severity.LOW : Severity.HIGH,
                    "Not checked for loss" + at(unchecked),
                    sentence(verdict.reason()),
                    "Let the tester write the load, and leave the check on."));
        }
        List<Trial> inexact = runs.stream()
                .filter(run -> result(run).verdict().status() == Status.LOSSLESS
                        && !result(run).verdict().method().equals("exact"))
                .toList();
        if (!inexact.isEmpty()) {
            Verdict verdict = result(inexact.get(0)).verdict();
            warnings.add(
                    Warning.of("any.VERDICT_NOT_EXACT", verdict.method(), at(inexact), sentence(verdict.reason())));
        }
        return warnings;
    }

    public List<Warning> notes() {
        List<Warning> warnings = new ArrayList<>();
        byNote().forEach((note, places) -> {
            if (note.severity() != Severity.INFO) {
                Warning warning = Warning.of(note);
                warnings.add(new Warning(
                        warning.code(),
                        warning.severity(),
                        isEverywhere(places) ? warning.what() : named(places) + ": " + note.text(),
                        warning.why(),
                        warning.remedy()));
            }
        });
        return warnings;
    }

    public void addInformation(Facts.Builder facts) {
        addNotes(facts, note -> note.severity() == Severity.INFO);
    }

    public void addNotesBeside(RunWarnings others, Facts.Builder facts) {
        Set<Note> known = others.byNote().keySet();
        addNotes(facts, note -> known.stream().noneMatch(note::isLike));
    }

    private void addNotes(Facts.Builder facts, Predicate<Note> which) {
        byNote().forEach((note, places) -> {
            if (which.test(note)) {
                facts.add("note", (isEverywhere(places) ? "" : named(places) + ": ") + note.text());
            }
        });
    }

    private Map<Note, Set<String>> byNote() {
        Map<Note, Set<String>> places = new LinkedHashMap<>();
        for (Trial run : runs) {
            for (Note note : result(run).notes()) {
                Note alike = places.keySet().stream()
                        .filter(note::isLike)
                        .findFirst()
                        .orElse(note);
                places.computeIfAbsent(alike, any -> new LinkedHashSet<>()).add(names.apply(run));
            }
        }
        Map<Note, Set<String>> sorted = new LinkedHashMap<>();
        Note.worstFirst(places.keySet()).forEach(note -> sorted.put(note, places.getOrDefault(note, Set.of())));
        return sorted;
    }

    private boolean isEverywhere(Set<String> places) {
        return places.size() == runs.stream().map(names).distinct().count();
    }

    private String at(List<Trial> some) {
        Set<String> places = some.stream().map(names).collect(Collectors.toCollection(LinkedHashSet::new));
        return isEverywhere(places) ? "" : " (at " + named(places) + ")";
    }

    private String places(List<Trial> some) {
        return named(some.stream().map(names).toList());
    }

    /** Names, each once, the first few of many. */
    public static String named(Collection<String> names) {
        List<String> each = names.stream().distinct().toList();
        String first = String.join(", ", each.subList(0, Math.min(MAX_NAMED, each.size())));
        return each.size() > MAX_NAMED ? first + " and " + (each.size() - MAX_NAMED) + " more" : first;
    }

    /** Returns an external text as a sentence, with a full stop if it has no end. */
    public static String sentence(String words) {
        String text = words.strip();
        return text.isEmpty() || ".!?…".indexOf(text.charAt(text.length() - 1)) >= 0 ? text : text + ".";
    }
}
