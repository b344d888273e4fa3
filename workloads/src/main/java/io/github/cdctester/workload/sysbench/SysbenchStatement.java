// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import java.util.List;

/** The texts in {@code stmt_defs} of sysbench's {@code oltp_common.lua}. */
enum SysbenchStatement {
    POINT_SELECT("SELECT c FROM sbtest", " WHERE id=?"),
    SIMPLE_RANGE("SELECT c FROM sbtest", " WHERE id BETWEEN ? AND ?"),
    SUM_RANGE("SELECT SUM(k) FROM sbtest", " WHERE id BETWEEN ? AND ?"),
    ORDER_RANGE("SELECT c FROM sbtest", " WHERE id BETWEEN ? AND ? ORDER BY c"),
    DISTINCT_RANGE("SELECT DISTINCT c FROM sbtest", " WHERE id BETWEEN ? AND ? ORDER BY c"),
    INDEX_UPDATE("UPDATE sbtest", " SET k=k+1 WHERE id=?"),
    NON_INDEX_UPDATE("UPDATE sbtest", " SET c=? WHERE id=?"),
    DELETE("DELETE FROM sbtest", " WHERE id=?"),
    INSERT("INSERT INTO sbtest", " (id, k, c, pad) VALUES (?, ?, ?, ?)");

    private final String textBeforeNumber;
    private final String textAfterNumber;

    SysbenchStatement(String textBeforeNumber, String textAfterNumber) {
        this.textBeforeNumber = textBeforeNumber;
        this.textAfterNumber = textAfterNumber;
    }

    static List<SysbenchStatement> of(StatementGroup group) {
        return switch (group) {
            case POINT_SELECTS -> List.of(POINT_SELECT);
            case SIMPLE_RANGES -> List.of(SIMPLE_RANGE);
            case SUM_RANGES -> List.of(SUM_RANGE);
            case ORDER_RANGES -> List.of(ORDER_RANGE);
            case DISTINCT_RANGES -> List.of(DISTINCT_RANGE);
            case INDEX_UPDATES -> List.of(INDEX_UPDATE);
            case NON_INDEX_UPDATES -> List.of(NON_INDEX_UPDATE);
            case DELETE_INSERTS -> List.of(DELETE, INSERT);
            case DELETE -> List.of(DELETE);
            case INSERT -> List.of(INSERT);
        };
    }

    /** The numbers of the stamp are the last parameters of SET or VALUES. */
    private String textAfterNumber(boolean stamped) {
        if (!stamped) {
            return textAfterNumber;
        }
        return switch (this) {
            case INDEX_UPDATE, NON_INDEX_UPDATE -> textAfterNumber.replace(" WHERE", ", cdc_seq=?, cdc_at=? WHERE");
            case INSERT -> " (id, k, c, pad, cdc_seq, cdc_at) VALUES (?, ?, ?, ?, ?, ?)";
            default -> textAfterNumber;
        };
    }

    /** {@code tableNumber} may be a placeholder. */
    String sql(String tableNumber, boolean stamped) {
        return textBeforeNumber + tableNumber + textAfterNumber(stamped);
    }
}
