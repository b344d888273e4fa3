// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.internal.workload.DividedWorkload;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.SharedWorkload;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.workload.random.SessionRandoms;
import io.github.cdctester.workload.ConsistentWorkload;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.Workload.Balance;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Like TPC-C: the specification's tables, transactions, mix and distributions, but not an audited run of it. */
final class TpccWorkload implements ConsistentWorkload, DividedWorkload, SharedWorkload {

    private final Tpcc spec;
    private final TpccTables tables;
    private final SharedNumbers numbers;
    private final SessionRandoms randoms;
    private final NonUniform.Constants constants;

    /**
     * Creates the workload.
     *
     * @param spec its options
     * @param numbers what its workers have in common
     */
    TpccWorkload(Tpcc spec, SharedNumbers numbers) {
        this.spec = spec;
        this.numbers = numbers;
        tables = new TpccTables(spec);
        randoms = new SessionRandoms(numbers.seed());
        constants = NonUniform.Constants.forRun(randoms.common());
    }

    @Override
    public String name() {
        return spec.name();
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
    public Optional<String> whyRowsAreNotTold() {
        return Optional.empty();
    }

    @Override
    public List<Balance> balances() {
        return TransactionBalances.ALL;
    }

    @Override
    public SharedNumbers numbers() {
        return numbers;
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
    public int cleanup(Connection connection) throws SQLException {
        return tables.drop(connection);
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
}
