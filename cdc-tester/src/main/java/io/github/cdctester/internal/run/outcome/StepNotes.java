// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.binlog.gtid.Gtid;
import io.github.cdctester.internal.run.load.RunningLoad;
import io.github.cdctester.internal.workload.StepJournal.Commit;
import io.github.cdctester.internal.workload.StepJournal.Step;
import io.github.cdctester.internal.workload.SteppedWorkload;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Says to which steps of a workload the transactions belong that a verdict names. */
final class StepNotes {

    private static final int MOST_OF_EACH = 3;

    /** How a verdict calls a transaction: a GTID or a stamp, with words behind it. */
    private static final Pattern NAME = Pattern.compile("(cdc_seq )?[\\w:-]+");

    private StepNotes() {}

    static List<Note> of(List<RunningLoad> loads, Verdict verdict, List<ConsumerResult> consumers, boolean mariaDb) {
        List<SteppedWorkload> stepped = loads.stream()
                .map(RunningLoad::workload)
                .filter(SteppedWorkload.class::isInstance)
                .map(SteppedWorkload.class::cast)
                .distinct()
                .toList();
        List<Note> notes = new ArrayList<>();
        for (SteppedWorkload workload : stepped) {
            if (!workload.leftOut().isEmpty()) {
                notes.add(Note.of(Code.STEPS_LEFT_OUT, "kinds", workload.leftOut()));
            }
        }
        Map<String, String> wanted = new LinkedHashMap<>();
        want(wanted, verdict, "the stream");
        consumers.forEach(consumer -> want(wanted, consumer.verdict(), consumer.name()));
        if (!wanted.isEmpty()) {
            Map<String, Step> found = new LinkedHashMap<>();
            for (SteppedWorkload workload : stepped) {
                for (Commit one : workload.steps().commits()) {
                    String name = one.tag() == null
                            ? "cdc_seq " + one.number()
                            : new Gtid(mariaDb, one.high(), one.low(), one.tag(), one.number()).toString();
                    if (wanted.containsKey(name)) {
                        found.put(name, one.step());
                    }
                }
            }
            wanted.forEach((name, by) -> {
                Step step = found.get(name);
                if (step != null) {
                    notes.add(Note.of(
                            Code.OFFENDER_IS_STEP,
                            "transaction",
                            name,
                            "by",
                            by,
                            "step",
                            step.number(),
                            "kind",
                            step.kind(),
                            "table",
                            step.table()));
                }
            });
        }
        return notes;
    }

    private static void want(Map<String, String> wanted, Verdict verdict, String by) {
        Stream.concat(Stream.ofNullable(verdict.firstOffender()), verdict.lost().stream())
                .map(NAME::matcher)
                .filter(Matcher::lookingAt)
                .map(Matcher::group)
                .distinct()
                .limit(MOST_OF_EACH)
                .forEach(name -> wanted.putIfAbsent(name, by));
    }
}
