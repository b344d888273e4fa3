// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.value;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A note of one run or of several runs, which may differ in its numbers.
 *
 * @param worst the note of the run with the worst number; an example if no number shows which run is worst
 * @param worstRun name of that run
 * @param runs names of all runs that have the note, in the order of the runs
 * @param numbersDiffer true if the sentence contains other numbers in other runs
 */
public record MergedNote(Note worst, String worstRun, List<String> runs, boolean numbersDiffer) {

    private static final Set<Code> LOWER_IS_WORSE = EnumSet.of(
            Code.FEW_DELAYS_FOR_P99, Code.FEW_DELAYS_FOR_P999, Code.MEASURED_PART_SHORT, Code.BUFFER_POOL_SMALL);

    /** The notes of a run; several runs can have one name, for example the repeats of a step. */
    public record RunNotes(String run, List<Note> notes) {}

    /** Returns the merged notes, most severe first. */
    public static List<MergedNote> of(Collection<RunNotes> runs) {
        List<MergedNote> merged = new ArrayList<>();
        for (RunNotes run : runs) {
            for (Note note : run.notes()) {
                int index = 0;
                while (index < merged.size() && !merged.get(index).worst.isLike(note)) {
                    index++;
                }
                if (index == merged.size()) {
                    merged.add(new MergedNote(note, run.run(), List.of(run.run()), false));
                } else {
                    merged.set(index, merged.get(index).with(run.run(), note));
                }
            }
        }
        merged.sort(Comparator.comparingInt(note -> note.worst.code().rank()));
        return merged;
    }

    private MergedNote with(String run, Note note) {
        boolean isWorse = LOWER_IS_WORSE.contains(note.code())
                ? mainNumber(note) < mainNumber(worst)
                : mainNumber(note) > mainNumber(worst);
        return new MergedNote(
                isWorse ? note : worst,
                isWorse ? run : worstRun,
                Stream.concat(runs.stream(), Stream.of(run)).distinct().toList(),
                numbersDiffer || !note.text().equals(worst.text()));
    }

    /** A share is more comparable than a number of events. */
    private static double mainNumber(Note note) {
        return Stream.concat(Stream.ofNullable(note.arguments().get("percent")), note.arguments().values().stream())
                .filter(Number.class::isInstance)
                .mapToDouble(number -> ((Number) number).doubleValue())
                .findFirst()
                .orElse(0);
    }

    /**
     * Returns text such as {@code rate 50, rate 300, worst at rate 300}, or an empty text if all runs have the same sentence.
     * Without a share, no run is called the worst: two short breaks are not worse than a long one.
     *
     * @param names the names of the runs with the note as text; empty if all runs have it
     */
    public String place(String names) {
        boolean isWorst = worst.arguments().containsKey("percent") || LOWER_IS_WORSE.contains(worst.code());
        String place = runs.size() == 1
                ? (isWorst ? "worst run" : "for example")
                : (isWorst ? "worst at " : "for example at ") + worstRun;
        return Stream.of(names, numbersDiffer ? place : "")
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
