// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedWorkload.OtherSize;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.workload.TableMark;
import io.github.cdctester.internal.workload.TableWorkload;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/** The tables {@code sbtest1}, {@code sbtest2}, … with sysbench's columns, indexes and contents. */
final class SysbenchTables {

    private static final int NO_SUCH_COLUMN = 1054;

    private final SysbenchSpec spec;
    private final SysbenchSchema schema;
    private final int rowsPerTable;
    private volatile Optional<OtherSize> otherSize = Optional.empty();

    SysbenchTables(SysbenchSpec spec, int rowsPerTable) {
        this.spec = spec;
        schema = spec.schema();
        this.rowsPerTable = rowsPerTable;
    }

    List<String> names() {
        return names(schema.tables());
    }

    static List<String> names(int tables) {
        return IntStream.rangeClosed(1, tables)
                .mapToObj(table -> "sbtest" + table)
                .toList();
    }

    TableFilling filling(int threads) {
        return new SysbenchFilling(spec, rowsPerTable, threads);
    }

    /** Refuses missing tables and privileges that the script needs, and compares the number of rows. */
    void check(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int table = 1; table <= schema.tables(); table++) {
                for (String question : questions(table)) {
                    try {
                        TableWorkload.explain(statement, question, "sbtest" + table, Setting.PREPARE, Setting.TABLES);
                    } catch (SQLException e) {
                        if (schema.stamped() && e.getErrorCode() == NO_SUCH_COLUMN) {
                            throw RowStamp.missing("sbtest" + table, e);
                        }
                        throw e;
                    }
                }
            }
            checkSize(statement);
        }
    }

    /**
     * Refuses tables that this tool made with another number of rows, where rows are looked for; of others it is known only whether
     * there can be so many.
     */
    private void checkSize(Statement statement) throws SQLException {
        boolean looks = spec.script().groups().stream().anyMatch(group -> group != StatementGroup.INSERT);
        otherSize = Optional.empty();
        for (String name : rowsPerTable == 0 ? List.<String>of() : names()) {
            OptionalLong made;
            try (ResultSet row = statement.executeQuery("SELECT TABLE_COMMENT FROM information_schema.TABLES"
                    + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '" + name + "'")) {
                made = row.next() ? TableMark.tableSize(row.getString(1)) : OptionalLong.empty();
            }
            if (made.isPresent() && made.getAsLong() != rowsPerTable) {
                if (looks) {
                    throw new RunFailedException(Setting.TABLE_SIZE + " is " + rowsPerTable + ", but " + name
                            + " was made with " + made.getAsLong()
                            + "; give that number, or clean up and prepare again");
                }
                otherSize = Optional.of(new OtherSize(name, rowsPerTable, made.getAsLong(), null));
            }
            if (looks && made.isEmpty() && otherSize.isEmpty()) {
                try (ResultSet row = statement.executeQuery("SELECT MAX(id) FROM " + name)) {
                    long highest = row.next() ? row.getLong(1) : 0;
                    if (highest < rowsPerTable) {
                        otherSize = Optional.of(new OtherSize(name, rowsPerTable, null, highest));
                    }
                }
            }
        }
    }

    /** That tables had another number of rows than the option says when they were checked. */
    Optional<OtherSize> otherSize() {
        return otherSize;
    }

    private Set<String> questions(int table) {
        Set<String> questions = new LinkedHashSet<>();
        String name = "sbtest" + table;
        String stamp = schema.stamped() ? ", cdc_seq=0, cdc_at=0" : "";
        String select = "SELECT c FROM " + name + " WHERE id=0";
        String update = "UPDATE " + name + " SET k=k+1" + stamp + " WHERE id=0";
        String delete = "DELETE FROM " + name + " WHERE id=0";
        String insert = schema.stamped()
                ? "INSERT INTO " + name + " (id, k, c, pad, cdc_seq, cdc_at) VALUES (0, 0, '', '', 0, 0)"
                : "INSERT INTO " + name + " (id, k, c, pad) VALUES (0, 0, '', '')";
        for (StatementGroup group : spec.script().groups()) {
            switch (group) {
                case POINT_SELECTS, SIMPLE_RANGES, SUM_RANGES, ORDER_RANGES, DISTINCT_RANGES -> questions.add(select);
                case INDEX_UPDATES, NON_INDEX_UPDATES -> questions.add(update);
                case DELETE -> questions.add(delete);
                case INSERT -> questions.add(insert);
                case DELETE_INSERTS -> {
                    questions.add(delete);
                    questions.add(insert);
                }
            }
        }
        return questions;
    }
}
