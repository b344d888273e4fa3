// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Creates notes about the bad verdicts of a trial, for its stream and each consumer. */
public final class VerdictNotes {

    private VerdictNotes() {}

    /**
     * Returns a note for each bad verdict.
     *
     * @param includesStatus returns true if a bad status of the stream gets a note. Bad verdicts of consumers always get a note
     */
    public static List<Note> of(RunResult result, Predicate<Verdict.Status> includesStatus) {
        List<Note> notes = new ArrayList<>();
        Verdict.Status status = result.verdict().status();
        if (status.isBad() && includesStatus.test(status)) {
            notes.add(note(result.verdict().headline()));
        }
        result.consumers().stream()
                .filter(consumer -> !consumer.isHeld())
                .map(VerdictNotes::note)
                .forEach(notes::add);
        return notes;
    }

    private static Note note(ConsumerResult consumer) {
        return note("of consumer " + consumer.name() + ": " + consumer.verdict().headline());
    }

    private static Note note(String verdict) {
        return Note.of(Code.VERDICT_BAD, "verdict", verdict);
    }
}
