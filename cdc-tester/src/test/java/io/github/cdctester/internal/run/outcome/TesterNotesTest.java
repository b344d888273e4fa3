// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.summary.NoteAdvice;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.TesterSummary;
import io.github.cdctester.result.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class TesterNotesTest {

    private static List<String> notes(long transactions, TesterSummary tester, long busySeconds) {
        RunResult run = RunResults.of(transactions, 0.5, 0.1, Verdict.Status.LOSSLESS, List.of());
        Summary of = run.summary();
        Summary summary = new Summary(of.seconds(), of.cdc(), List.of(), null, of.write(), tester);
        return NoteAdvice.worstFirst(TesterNotes.of(run.plan(), summary, run.server(), 2, busySeconds, false));
    }

    @Test
    void aBusyTesterIsTold() {
        List<String> calm = notes(1_000, new TesterSummary(1, null, 0.1, 0, 1, 0, 0, 0), 2);
        assertThat(calm).noneMatch(note -> note.contains("tester's reader") || note.startsWith("pauses"));

        assertThat(notes(1_000, new TesterSummary(17, null, 9.9, 200, 1, 0, 0, 0), 10))
                .containsSubsequence(
                        "the tester was near the limit of its processors: it used 81 % of the 2 of its machine, so that delays and"
                                + " latencies may be its own",
                        "the tester's reader may be the limit: the thread that reads the stream was on a processor for 94 % of the"
                                + " time, and the server may be able to send more",
                        "pauses of the tester are in p99 and in what is above it: garbage collections took 200 ms, 1.90 % of the"
                                + " time");
        assertThat(notes(1_000, new TesterSummary(1, null, 0.1, 20, 1, 0, 0, 0), 3))
                .anyMatch(note -> note.startsWith("the tester's reader may be the limit in some seconds: "))
                .anyMatch(note -> note.startsWith("pauses of the tester are in p99.9 and in the maximum: "));
    }

    @Test
    void whatOnlyThePageSaidIsANoteTheWorstFirst() {
        List<String> notes = notes(50, new TesterSummary(1, null, 0.1, 0, 1, 0, 0, 0), 0);

        assertThat(notes)
                .anyMatch(note -> note.startsWith("DT is made of few values: of "))
                .anyMatch(note -> note.startsWith("there was no warm-up: "))
                .last()
                .asString()
                .startsWith("latency is that of a closed loop: ");
        assertThat(notes)
                .allSatisfy(note -> assertThat(NoteAdvice.of(note).isGeneral()).isFalse());
    }

    @Test
    void notesThatDifferInNumbersOnlyAreAlike() {
        assertThat(NoteAdvice.alike("the measured part is short: in 2.0 s", "the measured part is short: in 3.5 s"))
                .isTrue();
        assertThat(NoteAdvice.alike("binlog_checksum is NONE", "binlog_format is MIXED"))
                .isFalse();
    }
}
