// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.run.load.RunningLoad;
import io.github.cdctester.internal.workload.SteppedWorkload;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Links the transactions of a verdict to the steps of their workload. */
final class StepNotes {

    private static final int MAX_TRANSACTIONS_PER_VERDICT = 3;

    /** A verdict's text starts with a GTID or a stamp. */
    private static final Pattern TRANSACTION = Pattern.compile("^(cdc_seq )?[\\w:-]+");

    private final Set<SteppedWorkload> workloads = new HashSet<>();
    private final Set<String> notedTransactions = new HashSet<>();
    private final List<Note> notes = new ArrayList<>();

    private StepNotes() {}

    static List<Note> of(List<RunningLoad> loads, Verdict verdict, List<ConsumerResult> consumers) {
        StepNotes steps = new StepNotes();
        for (RunningLoad load : loads) {
            if (load.workload() instanceof SteppedWorkload stepped
                    && steps.workloads.add(stepped)
                    && !stepped.unsupportedSteps().isEmpty()) {
                steps.notes.add(Note.of(Code.STEPS_NOT_POSSIBLE, "kinds", stepped.unsupportedSteps()));
            }
        }
        steps.addNotes(verdict, "the stream");
        consumers.forEach(consumer -> steps.addNotes(consumer.verdict(), consumer.name()));
        return steps.notes;
    }

    private void addNotes(Verdict verdict, String reporter) {
        Stream.concat(Stream.ofNullable(verdict.firstOffender()), verdict.lost().stream())
                .flatMap(text -> TRANSACTION.matcher(text).results())
                .map(MatchResult::group)
                .distinct()
                .limit(MAX_TRANSACTIONS_PER_VERDICT)
                .filter(notedTransactions::add)
                .forEach(transaction -> workloads.stream()
                        .flatMap(workload ->
                                Stream.ofNullable(workload.stepJournal().stepOf(transaction)))
                        .forEach(step -> notes.add(
                                new WrongStep(reporter, step.number(), step.table()).note(transaction, step.kind()))));
    }
}
