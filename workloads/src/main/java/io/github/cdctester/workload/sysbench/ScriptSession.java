// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.internal.workload.SessionStatements;
import io.github.cdctester.internal.workload.random.RowNumbers;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.WorkloadSession;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Executes a script's transactions in one session: its groups of statements in order, optionally between BEGIN and COMMIT. */
final class ScriptSession implements WorkloadSession {

    private record Step(GroupRun run, int times) {}

    private final int tables;
    private final boolean inTransaction;
    private final SplittableRandom random;
    private final SessionStatements statements;
    private final Step[] steps;
    private boolean committing;

    ScriptSession(SysbenchSpec spec, Connection connection, SplittableRandom random, UniqueIds ids)
            throws SQLException {
        this.random = random;
        tables = spec.schema().tables();
        inTransaction = spec.inTransaction();
        statements = new SessionStatements(connection, spec.sending().psMode());
        try {
            if (inTransaction) {
                statements.prepareTransactions();
            }
            Calls calls = new Calls(statements, spec.sending().psMode(), spec.schema(), new RowText(random));
            RowNumbers rows = RowNumbers.of(spec.random(), spec.schema().tableSize(), random);
            List<Step> stepList = new ArrayList<>();
            for (StatementGroup group : spec.script().groups()) {
                if (spec.count(group) > 0) {
                    stepList.add(new Step(GroupRun.of(group, spec, calls, rows, ids), spec.count(group)));
                }
            }
            steps = stepList.toArray(Step[]::new);
        } catch (SQLException | RuntimeException e) {
            statements.closeAfter(e);
            throw e;
        }
    }

    @Override
    public int execute(StatementTally tally) throws SQLException {
        committing = !inTransaction;
        if (inTransaction) {
            statements.begin();
            tally.other();
        }
        int changes = 0;
        for (Step step : steps) {
            int table = 1 + random.nextInt(tables);
            for (int i = 0; i < step.times(); i++) {
                changes += step.run().on(table, tally);
            }
        }
        if (inTransaction) {
            committing = true;
            statements.commit();
            tally.other();
            if (changes > 0) {
                tally.logged();
            }
        }
        return 0;
    }

    @Override
    public boolean mayHaveCommitted() {
        return committing;
    }

    /**
     * Rolls back, unlike sysbench: after a lock wait timeout, the server keeps the transaction open, and the BEGIN of the next attempt
     * would commit its first part.
     */
    @Override
    public void reset() throws SQLException {
        statements.rollback();
    }

    @Override
    public void close() throws SQLException {
        statements.close();
    }
}
