// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.internal.workload.DividedWorkload;
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

/** Like TPC-C: the specification's tables, transactions, mix and distributions, but not an audited run of it. */
final class TpccWorkload extends TableWorkload implements ConsistentWorkload, DividedWorkload {

    private static final List<String> WAREHOUSE = List.of("w_id");
    private static final List<String> DISTRICT = List.of("d_w_id", "d_id");

    /**
     * Those of the specification's conditions (3.3.2) that are sums over rows: what one side of them gains in a transaction,
     * the other side gains in the same one. The others ask for a highest number, or for rows that no transaction touches.
     */
    private static final List<Balance> BALANCES = List.of(
            new Balance(
                    ConsistencyCondition.C1.number(),
                    ConsistencyCondition.C1.statement,
                    List.of(
                            new Term("warehouse", WAREHOUSE, "w_ytd", 1),
                            new Term("district", List.of("d_w_id"), "d_ytd", -1))),
            new Balance(
                    ConsistencyCondition.C4.number(),
                    ConsistencyCondition.C4.statement,
                    List.of(
                            new Term("orders", List.of("o_w_id", "o_d_id"), "o_ol_cnt", 1),
                            new Term("order_line", List.of("ol_w_id", "ol_d_id"), null, -1))),
            new Balance(
                    ConsistencyCondition.C8.number(),
                    ConsistencyCondition.C8.statement,
                    List.of(
                            new Term("warehouse", WAREHOUSE, "w_ytd", 1),
                            new Term("history", List.of("h_w_id"), "h_amount", -1))),
            new Balance(
                    ConsistencyCondition.C9.number(),
                    ConsistencyCondition.C9.statement,
                    List.of(
                            new Term("district", DISTRICT, "d_ytd", 1),
                            new Term("history", List.of("h_w_id", "h_d_id"), "h_amount", -1))));

    private final Tpcc spec;
    private final TpccTables tables;
    private final NonUniform.Constants constants;

    TpccWorkload(Tpcc spec, SharedNumbers numbers) {
        super(spec.name(), numbers);
        this.spec = spec;
        tables = new TpccTables(spec);
        constants = NonUniform.Constants.forRun(randoms.common());
    }

    @Override
    public List<String> transactionKinds() {
        return Tpcc.TRANSACTIONS;
    }

    @Override
    public List<String> tables() {
        return TpccTables.names();
    }

    @Override
    public List<Balance> balances() {
        return BALANCES;
    }

    @Override
    public OptionalInt scarceFor(int processes) {
        int there = spec.warehouses();
        return there < processes ? OptionalInt.of(there) : OptionalInt.empty();
    }

    @Override
    public TableFilling filling(int threads) {
        return new TpccFilling(spec, tables);
    }

    @Override
    public void check(Connection connection) throws SQLException {
        tables.check(connection);
    }

    @Override
    public int preparedStatements() {
        return TpccSession.PREPARED_STATEMENTS;
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) throws SQLException {
        return new TpccSession(spec, connection, worker, randoms.next(worker), constants);
    }

    @Override
    public List<Condition> conditions(Preparation work, Condition.Moment moment)
            throws SQLException, InterruptedException {
        return new ConsistencyChecks(spec.warehouses()).run(work, moment);
    }

    /** The consistency conditions are asked for, part by part, on several connections. */
    private static final class ConsistencyChecks {

        private final int warehouses;

        ConsistencyChecks(int warehouses) {
            this.warehouses = warehouses;
        }

        List<Condition> run(Preparation work, Condition.Moment moment) throws SQLException, InterruptedException {
            List<Condition> results = new ArrayList<>();
            for (ConsistencyCondition condition : ConsistencyCondition.values()) {
                // every delivery changes what the eleventh compares
                if (condition != ConsistencyCondition.C11 || moment == Condition.Moment.AFTER_LOAD) {
                    results.add(run(work, condition));
                }
            }
            return results;
        }

        private Condition run(Preparation work, ConsistencyCondition condition)
                throws SQLException, InterruptedException {
            int parts = switch (condition.part) {
                case ALL -> 1;
                case WAREHOUSE -> warehouses;
                case DISTRICT -> warehouses * Scale.DISTRICTS;
            };
            Found found = new Found();
            SharedWork.run(work, parts, (part, statement, checkpoint) -> {
                String query = switch (condition.part) {
                    case ALL -> condition.query(warehouses, 0);
                    case WAREHOUSE -> condition.query(part + 1, 0);
                    case DISTRICT -> condition.query(part / Scale.DISTRICTS + 1, part % Scale.DISTRICTS + 1);
                };
                look(statement, query, part, found);
            });
            return found.condition(condition);
        }

        private static void look(Statement statement, String query, int part, Found found) throws SQLException {
            try (ResultSet rows = statement.executeQuery(query)) {
                while (rows.next()) {
                    found.add(part, rows);
                }
            }
        }

        /** The rows that break a condition: their number, and the first in the order of the parts. */
        private static final class Found {
            private long violations;
            private int firstPart = Integer.MAX_VALUE;
            private @Nullable String offender;

            synchronized void add(int part, ResultSet row) throws SQLException {
                violations++;
                if (part < firstPart) {
                    firstPart = part;
                    offender = Condition.words(row);
                }
            }

            synchronized Condition condition(ConsistencyCondition condition) {
                return new Condition(
                        condition.number(), condition.statement, violations, Optional.ofNullable(offender));
            }
        }
    }
}
