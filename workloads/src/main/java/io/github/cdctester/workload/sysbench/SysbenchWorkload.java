// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.DividedWorkload;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.StatementTableWorkload;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.workload.TableMark;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.Transactions;
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
import org.jspecify.annotations.Nullable;

final class SysbenchWorkload extends StatementTableWorkload implements DividedWorkload {

    private static final int NO_SUCH_COLUMN = 1054;
    private static final String IS_INDEXED = "MAX(COLUMN_NAME = 'k') FROM information_schema.STATISTICS";

    private final SysbenchSpec spec;
    private final int rowsPerTable;
    private final UniqueIds ids;
    private final ScriptStatements statements;

    private final String[] names;
    private volatile Optional<SizeMismatch> sizeMismatch = Optional.empty();

    SysbenchWorkload(SysbenchSpec spec, SharedNumbers numbers) {
        super(spec.name(), numbers);
        this.spec = spec;
        statements = new ScriptStatements(spec);
        names = tables().toArray(String[]::new);
        // oltp_insert with ids from the client starts with empty tables, so that ids cannot collide
        boolean startsEmpty =
                spec.script() == SysbenchScript.OLTP_INSERT && !spec.schema().autoInc();
        rowsPerTable = startsEmpty ? 0 : spec.schema().tableSize();
        ids = new UniqueIds(randoms.sharedRandom().nextInt(), numbers);
    }

    @Override
    public List<String> tables() {
        return SysbenchFilling.names(spec.schema().tables());
    }

    @Override
    public TableFilling filling(int threads) {
        return new SysbenchFilling(spec, rowsPerTable, threads);
    }

    @Override
    public void check(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int table = 1; table <= spec.schema().tables(); table++) {
                for (String explainedStatement : statementsToExplain(table)) {
                    try {
                        explain(statement, explainedStatement, "sbtest" + table, Setting.PREPARE, Setting.TABLES);
                    } catch (SQLException e) {
                        if (spec.schema().stamped() && e.getErrorCode() == NO_SUCH_COLUMN) {
                            throw RowStamp.missingColumnsFailure("sbtest" + table, e);
                        }
                        throw e;
                    }
                }
            }
            checkSize(statement);
        }
    }

    /**
     * Rejects tables without their index, the last step of a preparation. If the script looks up rows, rejects tables that this tool
     * created with another number of rows; otherwise notes the mismatch. In tables of other tools, only the highest id shows whether
     * rows are missing.
     */
    private void checkSize(Statement statement) throws SQLException {
        boolean looksUpRows = spec.script().groups().stream().anyMatch(group -> group != StatementGroup.INSERT);
        sizeMismatch = Optional.empty();
        for (String name : rowsPerTable == 0 ? List.<String>of() : tables()) {
            String where = " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '" + name + "'";
            String comment = value(statement, "TABLE_COMMENT FROM information_schema.TABLES" + where);
            boolean endsWithIndex = comment != null && comment.endsWith(TableMark.INDEX);
            if (endsWithIndex && "0".equals(value(statement, IS_INDEXED + where))) {
                throw new RunFailedException(
                        name + " has no index on k: it was not filled by prepare; clean up and prepare again");
            }
            OptionalLong createdRows = TableMark.tableSize(comment);
            if (createdRows.isPresent() && createdRows.getAsLong() != rowsPerTable) {
                if (looksUpRows) {
                    throw new RunFailedException(Setting.TABLE_SIZE + " is " + rowsPerTable + ", but " + name
                            + " was made with " + createdRows.getAsLong()
                            + "; give that number, or clean up and prepare again");
                }
                sizeMismatch = Optional.of(new SizeMismatch(name, rowsPerTable, createdRows.getAsLong(), null));
            }
            if (looksUpRows && createdRows.isEmpty() && sizeMismatch.isEmpty()) {
                String highestId = value(statement, "COALESCE(MAX(id), 0) FROM " + name);
                if (highestId != null && Long.parseLong(highestId) < rowsPerTable) {
                    sizeMismatch = Optional.of(new SizeMismatch(name, rowsPerTable, null, Long.valueOf(highestId)));
                }
            }
        }
    }

    private static @Nullable String value(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT " + query)) {
            return row.next() ? row.getString(1) : null;
        }
    }

    @Override
    public Optional<SizeMismatch> sizeMismatch() {
        return sizeMismatch;
    }

    private Set<String> statementsToExplain(int table) {
        Set<String> texts = new LinkedHashSet<>();
        String name = "sbtest" + table;
        String stamp = spec.schema().stamped() ? ", cdc_seq=0, cdc_at=0" : "";
        String select = "SELECT c FROM " + name + " WHERE id=0";
        String update = "UPDATE " + name + " SET k=k+1" + stamp + " WHERE id=0";
        String delete = "DELETE FROM " + name + " WHERE id=0";
        String insert = spec.schema().stamped()
                ? "INSERT INTO " + name + " (id, k, c, pad, cdc_seq, cdc_at) VALUES (0, 0, '', '', 0, 0)"
                : "INSERT INTO " + name + " (id, k, c, pad) VALUES (0, 0, '', '')";
        for (StatementGroup group : spec.script().groups()) {
            switch (group) {
                case POINT_SELECTS, SIMPLE_RANGES, SUM_RANGES, ORDER_RANGES, DISTINCT_RANGES -> texts.add(select);
                case INDEX_UPDATES, NON_INDEX_UPDATES -> texts.add(update);
                case DELETE -> texts.add(delete);
                case INSERT -> texts.add(insert);
                case DELETE_INSERTS -> {
                    texts.add(delete);
                    texts.add(insert);
                }
            }
        }
        return texts;
    }

    @Override
    public int preparedStatements() {
        return statements.minPreparedStatements();
    }

    @Override
    public int transactionsPerConnection() {
        return spec.sending().reconnect();
    }

    @Override
    protected List<StatementTemplate> createTemplates() {
        return statements.templates();
    }

    @Override
    public Transactions transactions(int worker) {
        return new ScriptTransactions(spec, statements.parts(), names, randoms.nextSessionRandom(worker), ids);
    }
}
