// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome.note;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.PlanCopy;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.result.summary.WriteSummary.WorkloadSummary;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MissedRowNotesTest {

    private static final NamedLoad DELETES = NamedLoad.of(Sysbench.oltpDelete(), LoadSpec.closedLoop(1));
    private static final NamedLoad INSERTS = NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1));

    private static Plan plan(NamedLoad... loads) {
        return PlanCopy.of(RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)))
                .loads(List.of(loads))
                .build();
    }

    private static WriteSummary write(long writes, long foundNoRow, WorkloadSummary... workloads) {
        WriteSummary base =
                RunResults.of(1, 0, 1, Verdict.Status.LOSSLESS).summary().write();
        return new WriteSummary(
                1,
                1,
                writes,
                Map.of(),
                writes,
                0,
                0,
                writes,
                0,
                foundNoRow,
                Map.of(),
                0,
                0,
                0,
                null,
                null,
                null,
                base.waiting(),
                base.latency(),
                base.latencyWithWaiting(),
                Map.of(),
                base.startDelay(),
                base.serviceTime(),
                null,
                null,
                List.of(workloads));
    }

    private static WorkloadSummary load(NamedLoad load, long writes, long foundNoRow) {
        return new WorkloadSummary(load.name(), 1, 0.0, 10, write(writes, foundNoRow));
    }

    @Test
    void busyLoadDoesNotHideLoadThatFindsNoRow() {
        WriteSummary write = write(62_540, 80, load(DELETES, 80, 80), load(INSERTS, 62_460, 0));
        assertThat(MissedRowNotes.of(plan(DELETES, INSERTS), write, null))
                .containsExactly(Note.of(
                        Code.STATEMENTS_FOUND_NO_ROW,
                        "percent",
                        100.0,
                        "foundNoRow",
                        80,
                        "statements",
                        80,
                        "load",
                        "oltp_delete",
                        "deletedBy",
                        "oltp_delete"));
    }

    @Test
    void singleLoadIsNotNamed() {
        assertThat(MissedRowNotes.of(plan(INSERTS), write(1_000, 9), null)).isEmpty();
        assertThat(MissedRowNotes.of(plan(INSERTS), write(1_000, 10, load(INSERTS, 1_000, 10)), "7"))
                .containsExactly(Note.of(
                        Code.STATEMENTS_FOUND_NO_ROW,
                        "percent",
                        1.0,
                        "foundNoRow",
                        10,
                        "statements",
                        1_000,
                        "setting",
                        Setting.TABLE_SIZE,
                        "increment",
                        "7"));
        assertThat(MissedRowNotes.of(plan(INSERTS), write(0, 0), null)).isEmpty();
    }
}
