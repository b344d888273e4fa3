// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Severity;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
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

    /**
     * Adds what went wrong while the trials were made.
     *
     * @param names returns the step of a trial
     * @param failed the code of the warning about trials that failed
     * @param trial the word for a trial of this kind
     */
    public void broken(ExperimentResult result, Function<Trial, String> names, String failed, String trial) {
        if (result.interrupted()) {
            add(result.kind() + ".INTERRUPTED");
        }
        List<Trial> broken = result.trials().stream()
                .filter(one -> one.status() == Status.FAILED)
                .toList();
        if (!broken.isEmpty()) {
            String reason = broken.stream()
                    .map(Trial::reason)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse("The reason is not known");
            add(
                    result.kind() + "." + failed,
                    RunWarnings.named(broken.stream().map(names).toList()),
                    reason);
        }
        failedAround("the " + trial + "s", result.failure());
    }

    public void notIdle(ExperimentResult result, Function<Trial, String> names, String trial) {
        List<String> found = result.trials().stream()
                .filter(one -> Boolean.FALSE.equals(one.startedIdle()))
                .map(names)
                .toList();
        if (!found.isEmpty()) {
            add("any.NOT_IDLE", RunWarnings.named(found), trial);
        }
    }

    public List<Warning> build() {
        return List.copyOf(warnings);
    }
}
