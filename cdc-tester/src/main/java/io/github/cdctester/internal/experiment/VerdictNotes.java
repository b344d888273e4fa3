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

public final class VerdictNotes {

    private VerdictNotes() {}

    /** @param includesStatus selects the bad statuses of the stream. Bad verdicts of consumers always get a note */
    public static List<Note> of(RunResult result, Predicate<Verdict.Status> includesStatus) {
        List<Note> notes = new ArrayList<>();
        Verdict.Status status = result.verdict().status();
        if (status.isBad() && includesStatus.test(status)) {
            notes.add(Note.of(Code.VERDICT_BAD, "verdict", result.verdict().headline()));
        }
        for (ConsumerResult consumer : result.consumers()) {
            if (!consumer.isHeld()) {
                String verdict = "of consumer " + consumer.name() + ": "
                        + consumer.verdict().headline();
                notes.add(Note.of(Code.VERDICT_BAD, "verdict", verdict));
            }
        }
        return notes;
    }
}
