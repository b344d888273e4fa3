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

/** sysbench's {@code oltp_*} scripts. */
public enum SysbenchScript {
    /** A single-row INSERT in autocommit mode, always sent as text. */
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
    /** One point select in autocommit mode; the property {@code pointSelects} is ignored. */
    OLTP_POINT_SELECT(false, POINT_SELECTS),
    /** One DELETE in autocommit mode. */
    OLTP_DELETE(false, DELETE),
    /** Updates of the indexed column in autocommit mode. */
    OLTP_UPDATE_INDEX(false, INDEX_UPDATES),
    /** Updates of a column without an index in autocommit mode. */
    OLTP_UPDATE_NON_INDEX(false, NON_INDEX_UPDATES);

    private final boolean inTransaction;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<StatementGroup> groups;

    SysbenchScript(boolean inTransaction, StatementGroup... groups) {
        this.inTransaction = inTransaction;
        this.groups = List.of(groups);
    }

    /** Returns true if the statements are sent between BEGIN and COMMIT, unless {@code skipTrx} is on. */
    public boolean isTransaction() {
        return inTransaction;
    }

    /** Returns the groups of statements in the order of their execution. */
    public List<StatementGroup> groups() {
        return groups;
    }

    /** Returns sysbench's name of the script, such as {@code oltp_insert}. */
    public String scriptName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
