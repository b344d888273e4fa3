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

/** Collects the warnings of an experiment. */
public final class ExperimentWarnings {

    private final List<Warning> warnings = new ArrayList<>();

    /** {@code key} is a key of {@code warnings.properties}. */
    public void add(String key, Object... arguments) {
        Warning template = Warning.of(key, arguments);
        warnings.add(new Warning(
                template.code(),
                template.severity(),
                template.what(),
                RunWarnings.sentence(template.why()),
                template.remedy()));
    }

    /** Omits notes that are only informative. */
    public void addNotes(List<Note> notes) {
        notes.stream()
                .filter(note -> note.severity() != Severity.INFO)
                .map(Warning::of)
                .forEach(warnings::add);
    }

    public void addAll(List<Warning> moreWarnings) {
        warnings.addAll(moreWarnings);
    }

    /** {@code trials} is the term for the trials in the text. */
    public void addFailureOutsideTrials(String trials, @Nullable String failure) {
        if (failure != null) {
            add("any.FAILED_AROUND", trials, failure);
        }
    }

    /**
     * @param failureCode the code of the warning about failed trials
     * @param trialWord the word for a trial in the text, such as {@code run}
     */
    public void addFailures(
            ExperimentResult result, Function<Trial, String> stepName, String failureCode, String trialWord) {
        if (result.interrupted()) {
            add(result.kind() + ".INTERRUPTED");
        }
        List<Trial> failedTrials = result.trials().stream()
                .filter(run -> run.status() == Status.FAILED)
                .toList();
        if (!failedTrials.isEmpty()) {
            String reason = failedTrials.stream()
                    .map(Trial::reason)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse("The reason is not known");
            add(
                    result.kind() + "." + failureCode,
                    RunWarnings.joinFirst(failedTrials.stream().map(stepName).toList()),
                    reason);
        }
        addFailureOutsideTrials("the " + trialWord + "s", result.failure());
    }

    public void addNotIdle(ExperimentResult result, Function<Trial, String> stepName, String trialWord) {
        List<String> busyTrials = result.trials().stream()
                .filter(run -> Boolean.FALSE.equals(run.startedIdle()))
                .map(stepName)
                .toList();
        if (!busyTrials.isEmpty()) {
            add("any.NOT_IDLE", RunWarnings.joinFirst(busyTrials), trialWord);
        }
    }

    public List<Warning> build() {
        return List.copyOf(warnings);
    }
}
