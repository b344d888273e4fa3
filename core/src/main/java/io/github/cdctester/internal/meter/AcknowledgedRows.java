// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.workload.StatementTally.ChangedRows;
import java.util.Map;

/** The rows of one worker's commits. For the worker's thread; read by others while no worker is on its way. */
final class AcknowledgedRows implements ChangedRows {

    private final RowTally tally = new RowTally();

    @Override
    public void inserted(String table, long rows) {
        tally.add(table, RowKind.INSERT, rows);
    }

    @Override
    public void updated(String table, long rows) {
        tally.add(table, RowKind.UPDATE, rows);
    }

    @Override
    public void deleted(String table, long rows) {
        tally.add(table, RowKind.DELETE, rows);
    }

    @Override
    public void committed() {
        tally.settle();
    }

    @Override
    public void undone() {
        tally.discard();
    }

    void openWindow() {
        tally.openWindow();
    }

    Map<String, Map<RowKind, Long>> sinceWindow() {
        return tally.sinceWindow();
    }
}
