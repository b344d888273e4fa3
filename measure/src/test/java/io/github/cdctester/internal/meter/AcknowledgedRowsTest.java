// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.workload.StatementTally;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AcknowledgedRowsTest {

    private final WriteMeter meter = new WriteMeter(List.of("order"), false);

    @BeforeEach
    void enableRowCounting() {
        meter.enableRowCounting();
    }

    @Test
    void addsUpCommitsOfWorkers() {
        for (StatementTally tally : List.of(meter.newTally(), meter.newTally())) {
            tally.inserted("a", 3);
            tally.updated("a", 2);
            tally.deleted("b", 1);
            tally.deleted("b", 0);
            tally.updated("c", -1);
            tally.onCommit();
        }
        assertThat(meter.windowRows())
                .isEqualTo(Map.of(
                        "a", Map.of(RowKind.INSERT, 6L, RowKind.UPDATE, 4L),
                        "b", Map.of(RowKind.DELETE, 2L)));
    }

    @Test
    void ignoresUncommittedRows() {
        StatementTally tally = meter.newTally();
        tally.inserted("a", 3);
        tally.onRollback();
        tally.inserted("a", 4);
        tally.rolledBack();
        tally.inserted("a", 5);
        tally.onCommit();
        tally.inserted("a", 6);
        assertThat(meter.windowRows()).isEqualTo(Map.of("a", Map.of(RowKind.INSERT, 5L)));
    }

    @Test
    void countsFromStartOfMeasuredPart() {
        StatementTally tally = meter.newTally();
        tally.inserted("a", 3);
        tally.onCommit();
        meter.openRowWindow();
        tally.clear();
        tally.inserted("a", 2);
        tally.onCommit();
        assertThat(meter.windowRows()).isEqualTo(Map.of("a", Map.of(RowKind.INSERT, 2L)));
    }

    @Test
    void countsNothingByDefault() {
        WriteMeter meterWithoutRows = new WriteMeter(List.of("order"), false);
        StatementTally tally = meterWithoutRows.newTally();
        tally.inserted("a", 3);
        tally.onCommit();
        assertThat(meterWithoutRows.windowRows()).isEmpty();
    }
}
