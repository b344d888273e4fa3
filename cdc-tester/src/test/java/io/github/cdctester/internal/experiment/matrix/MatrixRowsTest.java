// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the rows of matrices in which some runs committed nothing. */
final class MatrixRowsTest {

    private static final double[] NORMAL = {1_000, 1_000, 1_000};

    private static MatrixPlan plan(int... threads) {
        return new MatrixPlan(
                "base",
                FakeRuns.TWO_SETTINGS,
                SweepAxis.threads(threads),
                List.of(new MatrixWorkload("oltp_insert", Sysbench.oltpInsert())),
                List.of(),
                3,
                1,
                Duration.ofSeconds(1),
                CellWarmUp.fixed(Duration.ZERO),
                Duration.ZERO,
                Duration.ZERO,
                OnError.CONTINUE,
                null);
    }

    @Test
    void notesRunThatCommittedNothing() {
        MatrixRows rows = rows(NORMAL, 1_000, 0, 1_000);
        MatrixRow row = rows.rows().get(1);
        assertThat(row.setting()).isEqualTo("other");
        assertThat(row.runs()).isEqualTo(2);
        assertThat(row.queriesPerSecond()).isCloseTo(1_000, within(1e-9));
        assertThat(row.spread()).isEqualTo(new Spread(1_000, 1_000, 1_000));
        assertThat(row.reduced().percent()).isCloseTo(0, within(1e-9));
        assertThat(rows.notes())
                .extracting(Note::text)
                .containsExactly("1 of 6 runs committed nothing: no mean and no reduction includes such a run");
    }

    @Test
    void notesCombinationThatCommittedNothing() {
        MatrixRows rows = rows(NORMAL, 0, 0, 0);
        assertThat(rows.rows().get(1).runs()).isZero();
        assertThat(rows.rows().get(1).reduced()).isNull();
        assertThat(rows.notes())
                .extracting(Note::text)
                .containsExactly("3 of 6 runs committed nothing: no mean and no reduction includes such a run;"
                        + " no run at all committed with other, oltp_insert, threads 4");
    }

    @Test
    void listsFirstCombinationsThatCommittedNothing() {
        MatrixRows rows = rows(plan(1, 2, 4, 8, 16, 32, 64), NORMAL, 0, 0, 0);
        assertThat(rows.notes())
                .extracting(Note::text)
                .containsExactly("21 of 42 runs committed nothing: no mean and no reduction includes such a run;"
                        + " no run at all committed with other, oltp_insert, threads 1; other, oltp_insert, threads 2;"
                        + " other, oltp_insert, threads 4; other, oltp_insert, threads 8; other, oltp_insert, threads 16;"
                        + " and 2 more");
    }

    @Test
    void hasNoNoteIfAllRunsCommitted() {
        assertThat(rows(NORMAL, 900, 910, 920).notes()).isEmpty();
    }

    private static MatrixRows rows(double[] base, double... other) {
        return rows(plan(4), base, other);
    }

    private static MatrixRows rows(MatrixPlan plan, double[] base, double... other) {
        return new MatrixRows(
                plan,
                CellOrder.of(plan, FakeRuns.base(Sysbench.oltpInsert())).stream()
                        .map(cell -> {
                            double[] rates = cell.setting().name().equals("base") ? base : other;
                            return result(cell, rates[cell.trial().head().repeat() - 1]);
                        })
                        .toList());
    }

    private static CellResult result(CellOrder.Cell cell, double queriesPerSecond) {
        return new CellResult(
                cell.trial()
                        .toTrial(Status.DONE, null, null, null)
                        .with(List.of(), List.of(), Map.of("write.queriesPerSecond", queriesPerSecond)),
                cell.setting().name(),
                cell.workload().name(),
                null,
                1,
                null,
                1,
                0,
                null,
                null,
                null,
                true,
                Map.of(),
                List.of(),
                Map.of());
    }
}
