// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult.FaultMark;
import java.util.ArrayList;
import java.util.List;

/** What is to be said of a run in which things were broken on purpose. */
public final class FaultNotes {

    /** The way of the stream is another than without. */
    public static final Note THROUGH_PROXY = Note.of(Code.THROUGH_PROXY);

    private FaultNotes() {}

    /** The notes of a result. */
    static List<Note> of(List<FaultMark> faults, boolean throughProxy) {
        List<Note> notes = new ArrayList<>();
        if (throughProxy) {
            notes.add(THROUGH_PROXY);
        }
        for (FaultMark mark : faults) {
            String failure = mark.failure();
            if (failure != null) {
                notes.add(Note.of(Code.FAULT_FAILED, "fault", mark.fault(), "reason", failure));
            }
        }
        return notes;
    }
}
