// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Severity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

public final class ExperimentWarnings {

    private final List<Warning> warnings = new ArrayList<>();

    /** Adds a warning from {@code warnings.properties}, with these arguments. */
    public void add(String key, Object... arguments) {
        Warning one = Warning.of(key, arguments);
        warnings.add(
                new Warning(one.code(), one.severity(), one.what(), RunWarnings.sentence(one.why()), one.remedy()));
    }

    /** Adds notes, except purely informative ones. */
    public void addNotes(List<Note> notes) {
        notes.stream()
                .filter(note -> note.severity() != Severity.INFO)
                .map(Warning::of)
                .forEach(warnings::add);
    }

    public void addAll(List<Warning> more) {
        warnings.addAll(more);
    }

    /** Something went wrong outside of the trials. */
    public void failedAround(String trials, @Nullable String failure) {
        if (failure != null) {
            add("any.FAILED_AROUND", trials, failure);
        }
    }

    public void notAtRest(List<String> names, String trial) {
        if (!names.isEmpty()) {
            add("any.NOT_AT_REST", RunWarnings.named(names), trial);
        }
    }

    public List<Warning> build() {
        return List.copyOf(warnings);
    }
}
