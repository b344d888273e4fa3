// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.transfer;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.internal.workload.DividedWorkload;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.StatementTableWorkload;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.workload.ConsistentWorkload;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.Transactions;
import io.github.cdctester.workload.Workload.Balance;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** Moves amounts between accounts. The sum of the balances never changes. */
final class TransferWorkload extends StatementTableWorkload implements ConsistentWorkload, DividedWorkload {

    private static final String SUM_CONDITION = "sum(balance) is constant";

    private final Transfers spec;
    private final AccountsTable table;

    TransferWorkload(Transfers spec, SharedNumbers numbers) {
        super(spec.name(), numbers);
        this.spec = spec;
        table = new AccountsTable(spec);
    }

    @Override
    public List<String> tables() {
        return List.of(AccountsTable.NAME);
    }

    @Override
    public List<Balance> balances() {
        return List.of(new Balance(
                "sum", SUM_CONDITION, List.of(new Balance.Term(AccountsTable.NAME, List.of(), "balance", 1))));
    }

    @Override
    public TableFilling filling(int threads) {
        return table;
    }

    @Override
    public void check(Connection connection) throws SQLException {
        table.check(connection);
    }

    @Override
    public int preparedStatements() {
        return spec.sending().psMode() == PsMode.DISABLE ? 0 : 2; // the UPDATE and COMMIT
    }

    @Override
    public int transactionsPerConnection() {
        return spec.sending().reconnect();
    }

    @Override
    protected List<StatementTemplate> createTemplates() {
        return TransferTransactions.templates(spec);
    }

    @Override
    public Transactions transactions(int worker) {
        return new TransferTransactions(spec, randoms.nextSessionRandom(worker));
    }

    /** Includes accounts that this run does not use. */
    @Override
    public List<Condition> conditions(Preparation work, Condition.Moment moment) throws SQLException {
        try (Connection connection = work.connections().connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) * " + AccountsTable.INITIAL_BALANCE
                        + " AS expected, SUM(balance) AS `sum(balance)` FROM " + AccountsTable.NAME)) {
            row.next();
            boolean isConstant = row.getLong(1) == row.getLong(2);
            return List.of(new Condition(
                    "sum",
                    "sum(balance) = count(accounts) * " + AccountsTable.INITIAL_BALANCE,
                    isConstant ? 0 : 1,
                    isConstant ? Optional.empty() : Optional.of(Condition.describe(row))));
        }
    }
}
