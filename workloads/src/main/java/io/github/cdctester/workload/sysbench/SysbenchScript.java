// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import static io.github.cdctester.workload.sysbench.StatementMix.StatementGroup.DELETE;
import static io.github.cdctester.workload.sysbench.StatementMix.StatementGroup.DELETE_INSERTS;
import static io.github.cdctester.workload.sysbench.StatementMix.StatementGroup.DISTINCT_RANGES;
import static io.github.cdctester.workload.sysbench.StatementMix.StatementGroup.INDEX_UPDATES;
import static io.github.cdctester.workload.sysbench.StatementMix.StatementGroup.INSERT;
import static io.github.cdctester.workload.sysbench.StatementMix.StatementGroup.NON_INDEX_UPDATES;
import static io.github.cdctester.workload.sysbench.StatementMix.StatementGroup.ORDER_RANGES;
import static io.github.cdctester.workload.sysbench.StatementMix.StatementGroup.POINT_SELECTS;
import static io.github.cdctester.workload.sysbench.StatementMix.StatementGroup.SIMPLE_RANGES;
import static io.github.cdctester.workload.sysbench.StatementMix.StatementGroup.SUM_RANGES;

import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import java.util.List;
import java.util.Locale;

/** sysbench's {@code oltp_*} scripts: which groups of statements, in which order, and whether in a transaction. */
public enum SysbenchScript {
    /** A single-row INSERT in autocommit mode, always as text. */
    OLTP_INSERT(false, INSERT),
    /** Updates, a DELETE and an INSERT. */
    OLTP_WRITE_ONLY(true, INDEX_UPDATES, NON_INDEX_UPDATES, DELETE_INSERTS),
    /** The reads of {@link #OLTP_READ_ONLY}, then the writes of {@link #OLTP_WRITE_ONLY}. */
    OLTP_READ_WRITE(
            true,
            POINT_SELECTS,
            SIMPLE_RANGES,
            SUM_RANGES,
            ORDER_RANGES,
            DISTINCT_RANGES,
            INDEX_UPDATES,
            NON_INDEX_UPDATES,
            DELETE_INSERTS),
    /** Point selects and range selects. */
    OLTP_READ_ONLY(true, POINT_SELECTS, SIMPLE_RANGES, SUM_RANGES, ORDER_RANGES, DISTINCT_RANGES),
    /** One point select in autocommit mode; the workload's {@code pointSelects} is ignored. */
    OLTP_POINT_SELECT(false, POINT_SELECTS),
    /** One DELETE in autocommit mode. */
    OLTP_DELETE(false, DELETE),
    /** Updates of the indexed column in autocommit mode. */
    OLTP_UPDATE_INDEX(false, INDEX_UPDATES),
    /** Updates of a column without an index in autocommit mode. */
    OLTP_UPDATE_NON_INDEX(false, NON_INDEX_UPDATES);

    private final boolean transaction;

    @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed
    private final List<StatementGroup> groups;

    SysbenchScript(boolean transaction, StatementGroup... groups) {
        this.transaction = transaction;
        this.groups = List.of(groups);
    }

    /** Returns true if the statements stand between BEGIN and COMMIT, unless {@code skipTrx} specifies otherwise. */
    public boolean isTransaction() {
        return transaction;
    }

    /** The groups of statements, in the order in which they are made. */
    public List<StatementGroup> groups() {
        return groups;
    }

    /** sysbench's name of the script, such as {@code oltp_insert}. */
    public String scriptName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
