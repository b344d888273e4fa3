// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.DividedWorkload;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.SharedWork;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.workload.TableWorkload;
import io.github.cdctester.workload.ConsistentWorkload;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.Workload.Balance;
import io.github.cdctester.workload.Workload.Balance.Term;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A workload like TPC-C. It is not an audited TPC-C. */
final class TpccWorkload extends TableWorkload implements ConsistentWorkload, DividedWorkload {

    private static final List<String> WAREHOUSE_KEY = List.of("w_id");
    private static final List<String> DISTRICT_KEY = List.of("d_w_id", "d_id");

    /** The conditions (3.3.2) that compare sums over rows. Each transaction changes both sums by the same amount. */
    private static final List<Balance> BALANCES = List.of(
            balance(
                    1,
                    new Term("warehouse", WAREHOUSE_KEY, "w_ytd", 1),
                    new Term("district", List.of("d_w_id"), "d_ytd", -1)),
            balance(
                    4,
                    new Term("orders", List.of("o_w_id", "o_d_id"), "o_ol_cnt", 1),
                    new Term("order_line", List.of("ol_w_id", "ol_d_id"), null, -1)),
            balance(
                    8,
                    new Term("warehouse", WAREHOUSE_KEY, "w_ytd", 1),
                    new Term("history", List.of("h_w_id"), "h_amount", -1)),
            balance(
                    9,
                    new Term("district", DISTRICT_KEY, "d_ytd", 1),
                    new Term("history", List.of("h_w_id", "h_d_id"), "h_amount", -1)));

    /** Not checked after a run, because every delivery changes the compared values. */
    private static final String AFTER_LOAD_ONLY = "3.3.2.11";

    private final Tpcc spec;
    private final NonUniform.Constants constants;

    TpccWorkload(Tpcc spec, SharedNumbers numbers) {
        super(spec.name(), numbers);
        this.spec = spec;
        constants = NonUniform.Constants.forRun(randoms.sharedRandom());
    }

    private static Balance balance(int number, Term... terms) {
        ConsistencyCondition condition = ConsistencyCondition.ALL.get(number - 1);
        return new Balance(condition.number(), condition.formula(), List.of(terms));
    }

    @Override
    public List<String> transactionKinds() {
        return Tpcc.TRANSACTIONS;
    }

    @Override
    public List<String> tables() {
        return TpccTable.names();
    }

    @Override
    public List<Balance> balances() {
        return BALANCES;
    }

    @Override
    public OptionalInt warehousesIfTooFew(int processes) {
        int warehouses = spec.warehouses();
        return warehouses < processes ? OptionalInt.of(warehouses) : OptionalInt.empty();
    }

    @Override
    public TableFilling filling(int threads) {
        return new TpccFilling(spec);
    }

    @Override
    public void check(Connection connection) throws SQLException {
        RowStamp stamp = new RowStamp(spec.stamped());
        try (Statement statement = connection.createStatement()) {
            for (TpccTable table : TpccTable.ALL) {
                explain(
                        statement,
                        table.privilegeCheck(),
                        table.name(),
                        Setting.PREPARE.of("tpcc"),
                        Setting.WAREHOUSES);
                if (table.isWritten()) {
                    stamp.check(connection, table.name());
                }
            }
            try (ResultSet row = statement.executeQuery(
                    "SELECT COUNT(*) FROM warehouse WHERE w_id BETWEEN 1 AND " + spec.warehouses())) {
                row.next();
                if (row.getLong(1) < spec.warehouses()) {
                    throw new RunFailedException(
                            Setting.WAREHOUSES + " is " + spec.warehouses() + ", but the tables have " + row.getLong(1)
                                    + "; give that number, or clean up and prepare again");
                }
            }
        }
    }

    @Override
    public int preparedStatements() {
        return TpccSession.PREPARED_STATEMENTS;
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) throws SQLException {
        return new TpccSession(spec, connection, worker, randoms.nextSessionRandom(worker), constants);
    }

    /** All conditions after a load, all except {@link #AFTER_LOAD_ONLY} after a run. */
    @Override
    public List<Condition> conditions(Preparation work, Condition.Moment moment)
            throws SQLException, InterruptedException {
        List<Condition> results = new ArrayList<>();
        for (ConsistencyCondition condition : ConsistencyCondition.ALL) {
            if (!condition.number().equals(AFTER_LOAD_ONLY) || moment == Condition.Moment.AFTER_LOAD) {
                results.add(evaluate(work, condition));
            }
        }
        return results;
    }

    private Condition evaluate(Preparation work, ConsistencyCondition condition)
            throws SQLException, InterruptedException {
        int warehouses = spec.warehouses();
        int queryCount = switch (condition.scope()) {
            case ALL -> 1;
            case WAREHOUSE -> warehouses;
            case DISTRICT -> warehouses * Scale.DISTRICTS;
        };
        Violations violations = new Violations();
        SharedWork.run(work, queryCount, (queryIndex, statement, checkpoint) -> {
            String query = switch (condition.scope()) {
                case ALL -> condition.query(warehouses, 0);
                case WAREHOUSE -> condition.query(queryIndex + 1, 0);
                case DISTRICT -> condition.query(queryIndex / Scale.DISTRICTS + 1, queryIndex % Scale.DISTRICTS + 1);
            };
            try (ResultSet rows = statement.executeQuery(query)) {
                while (rows.next()) {
                    violations.add(queryIndex, rows);
                }
            }
        });
        return violations.condition(condition);
    }

    /** The offender is the first row in the order of the queries. */
    private static final class Violations {
        private long violations;
        private int firstQueryIndex = Integer.MAX_VALUE;
        private @Nullable String offender;

        synchronized void add(int queryIndex, ResultSet row) throws SQLException {
            violations++;
            if (queryIndex < firstQueryIndex) {
                firstQueryIndex = queryIndex;
                offender = Condition.describe(row);
            }
        }

        synchronized Condition condition(ConsistencyCondition condition) {
            return new Condition(condition.number(), condition.formula(), violations, Optional.ofNullable(offender));
        }
    }
}
