// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.PlanCopy;
import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.util.List;
import org.junit.jupiter.api.Test;

class TesterNotesTest {

    private static List<Note> notes(long transactions, TesterSummary tester, long busySeconds) {
        RunResult run = RunResults.of(transactions, 0.5, 0.1, Verdict.Status.LOSSLESS, List.of());
        Summary base = run.summary();
        Summary summary = new Summary(base.seconds(), base.cdc(), List.of(), null, base.write(), tester, List.of());
        return Note.worstFirst(TesterNotes.of(run.plan(), summary, 2, busySeconds, false));
    }

    @Test
    void addsNotesOnBusyTester() {
        List<Note> idleNotes = notes(1_000, new TesterSummary(1, null, 0.1, null, 0, 1, 0, 0, 0, List.of()), 2);
        assertThat(idleNotes)
                .extracting(Note::code)
                .doesNotContain(Code.READER_BUSY, Code.READER_BUSY_AT_TIMES, Code.PAUSES_IN_P99, Code.PAUSES_IN_P999);

        assertThat(notes(1_000, new TesterSummary(17, null, 9.9, null, 200, 1, 0, 0, 0, List.of()), 10))
                .filteredOn(note -> note.severity() == Note.Severity.HIGH)
                .extracting(Note::code)
                .containsExactly(Code.TESTER_CPU_BUSY, Code.READER_BUSY, Code.PAUSES_IN_P99);
        assertThat(notes(1_000, new TesterSummary(1, null, 0.1, null, 20, 1, 0, 0, 0, List.of()), 3))
                .extracting(Note::code)
                .contains(Code.READER_BUSY_AT_TIMES, Code.PAUSES_IN_P999);
    }

    @Test
    void listsAllNotesWorstFirst() {
        List<Note> notes = notes(50, new TesterSummary(1, null, 0.1, null, 0, 1, 0, 0, 0, List.of()), 0);

        assertThat(notes)
                .extracting(Note::code)
                .contains(Code.FEW_DELAYS_FOR_P99, Code.NO_WARM_UP)
                .endsWith(Code.CLOSED_LOOP);
    }

    @Test
    void namesClosedLoopsBesideOpenLoops() {
        NamedLoad open = NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.openLoop(1, Rate.perSecond(50)));
        NamedLoad closed = NamedLoad.of(Sysbench.oltpReadOnly(), LoadSpec.closedLoop(1));
        assertThat(closedLoopNotes(open)).isEmpty();
        assertThat(closedLoopNotes(open, closed))
                .containsExactly(Note.of(Code.CLOSED_LOOP, "loads", List.of("oltp_read_only")));
        assertThat(closedLoopNotes(closed)).containsExactly(Note.of(Code.CLOSED_LOOP));
    }

    private static List<Note> closedLoopNotes(NamedLoad... loads) {
        RunResult run = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS, List.of());
        Plan plan = PlanCopy.of(run.plan()).loads(List.of(loads)).build();
        return TesterNotes.of(plan, run.summary(), 2, 0, false).stream()
                .filter(note -> note.code() == Code.CLOSED_LOOP)
                .toList();
    }
}
