// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Severity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Warnings of all trials of an experiment. */
public final class ExperimentWarnings {

    private final List<Warning> warnings = new ArrayList<>();

    public void add(String code, Severity severity, String what, String why, String remedy) {
        warnings.add(new Warning(code, severity, what, RunWarnings.sentence(why), remedy));
    }

    /** Adds notes, but for those that are only good to know. */
    public void addNotes(List<Note> notes) {
        notes.stream()
                .filter(note -> note.severity() != Severity.INFO)
                .map(Warning::of)
                .forEach(warnings::add);
    }

    public void addAll(List<Warning> more) {
        warnings.addAll(more);
    }

    /** The experiment ended before its end. */
    public void interrupted(String what, String why, String remedy) {
        warnings.add(Warning.interrupted(what, RunWarnings.sentence(why), remedy));
    }

    /** Something went wrong outside of the trials. */
    public void failedAround(String trials, @Nullable String failure) {
        if (failure != null) {
            add(
                    "FAILED_AROUND",
                    Severity.HIGH,
                    "A failure outside of " + trials,
                    failure,
                    "Check that tables and settings of the server are as before.");
        }
    }

    /** Trials that began before the stream was at rest. */
    public void notAtRest(List<String> names, String trial) {
        if (!names.isEmpty()) {
            add(
                    "NOT_AT_REST",
                    Severity.MEDIUM,
                    "Started before the stream was at rest: " + RunWarnings.named(names),
                    "Their delays include what the " + trial + " before left in the stream",
                    "Raise the settle timeout.");
        }
    }

    public List<Warning> build() {
        return List.copyOf(warnings);
    }
}
