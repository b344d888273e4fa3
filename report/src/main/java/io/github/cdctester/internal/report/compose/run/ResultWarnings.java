// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Severity;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Warnings about a run. The most severe warnings come first. */
final class ResultWarnings {

    private ResultWarnings() {}

    static List<Warning> of(RunContent run) {
        List<Warning> warnings = new ArrayList<>();
        if (run.failure() != null) {
            warnings.add(Warning.of("run.FAILED", run.failure()));
        }
        if (run.unfinished() != null && !run.unfinished().goesOn()) {
            warnings.add(Warning.of("run.NO_RESULT"));
        }
        RunResult result = run.result();
        if (result != null) {
            if (result.interrupted() && run.failure() == null) {
                String why = result.interruptedBecause();
                warnings.add(Warning.of("run.INTERRUPTED", why == null ? "" : why));
            }
            if (result.summary().cdc() != null) { // runs without a stream have a note instead
                addVerdict(result.verdict(), warnings);
            }
        }
        Note.worstFirst(run.notes()).forEach(note -> warnings.add(Warning.of(note)));
        return warnings.stream().sorted(Comparator.comparing(Warning::severity)).toList();
    }

    private static void addVerdict(Verdict verdict, List<Warning> warnings) {
        if (verdict.status() == Verdict.Status.NOT_CHECKED) {
            warnings.add(
                    new Warning(
                            "NOT_CHECKED",
                            verdict.committed() == null ? Severity.LOW : Severity.HIGH,
                            "Losses were not checked",
                            verdict.reason(),
                            "Let the tester write the load itself, and leave the check on: a check needs the list of commits."));
        } else if (verdict.status() == Verdict.Status.LOSSLESS
                && !verdict.method().equals("exact")) {
            warnings.add(Warning.of("run.VERDICT_NOT_EXACT", verdict.method(), verdict.reason()));
        }
    }
}
