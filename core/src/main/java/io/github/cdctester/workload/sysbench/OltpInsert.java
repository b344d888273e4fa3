// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.SysbenchSpec;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;

/** sysbench's {@code oltp_insert}: a plain-text, single-row INSERT a transaction, in autocommit mode. */
public final class OltpInsert implements Workload {

    private final SysbenchSpec spec;
    private final SysbenchTables tables;
    private final SplittableRandom seeds;
    private final UniqueIds ids;

    /**
     * Creates the workload.
     *
     * @param spec its options
     */
    public OltpInsert(SysbenchSpec spec) {
        this.spec = spec;
        seeds = spec.randSeed() == 0 ? new SplittableRandom() : new SplittableRandom(spec.randSeed());
        // with ids of its own choosing the script starts with empty tables, so that they cannot collide
        tables = new SysbenchTables(spec, spec.autoInc() ? spec.tableSize() : 0);
        ids = new UniqueIds(seeds.nextInt());
    }

    @Override
    public String name() {
        return spec.name();
    }

    @Override
    public List<String> transactionKinds() {
        return List.of(spec.name());
    }

    @Override
    public void prepare(Preparation preparation) throws SQLException, InterruptedException {
        tables.create(preparation);
    }

    @Override
    public void check(Connection connection) throws SQLException {
        tables.check(connection);
    }

    @Override
    public int cleanup(Connection connection) throws SQLException {
        return tables.drop(connection);
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) throws SQLException {
        SplittableRandom random;
        synchronized (seeds) {
            random = seeds.split();
        }
        return new Session(connection.createStatement(), random);
    }

    private final class Session implements WorkloadSession {
        private final Statement statement;
        private final SplittableRandom random;
        private final RowNumbers rows;
        private final RowText text;
        private final StringBuilder sql = new StringBuilder(256);

        Session(Statement statement, SplittableRandom random) {
            this.statement = statement;
            this.random = random;
            rows = RowNumbers.of(spec.randType(), spec.tableSize(), random);
            text = new RowText(random);
        }

        @Override
        public int execute(StatementTally tally) throws SQLException {
            sql.setLength(0);
            sql.append("INSERT INTO sbtest").append(1 + random.nextInt(spec.tables()));
            sql.append(" (id, k, c, pad) VALUES (").append(spec.autoInc() ? 0 : ids.next());
            sql.append(", ").append(rows.next());
            sql.append(", '").append(text.c()).append("', '").append(text.pad()).append("')");
            statement.executeUpdate(sql.toString());
            tally.write();
            tally.logged();
            return 0;
        }

        @Override
        public void reset() {
            // autocommit: a failed statement leaves nothing behind
        }

        @Override
        public void close() throws SQLException {
            statement.close();
        }
    }
}
