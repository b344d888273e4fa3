// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.internal.workload.BracketedTransactions;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.StatementTableWorkload;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.StatementTemplate.Sending;
import io.github.cdctester.workload.StatementWriter;
import io.github.cdctester.workload.Transactions;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** Transactions update two rows of a small table, so that they conflict. By default, the rows are random. */
final class PairUpdates extends StatementTableWorkload {

    private static final int UPDATE_TEMPLATE = 2;

    private final int rows;
    private final boolean isAscending;
    private final List<String> setupStatements;

    private PairUpdates(int rows, boolean isAscending, String... setupStatements) {
        super("pair", SharedNumbers.forSingleProcess(1));
        this.rows = rows;
        this.isAscending = isAscending;
        this.setupStatements = List.of(setupStatements);
    }

    PairUpdates(int rows) {
        this(rows, false);
    }

    /** Updates row 0, then row 1. Lock waits take at most one second. */
    static PairUpdates ascendingWithShortLockWaits() {
        return new PairUpdates(2, true, "SET SESSION innodb_lock_wait_timeout = 1");
    }

    /** Updates rows 0 and 1. The server closes idle connections after a second. */
    static PairUpdates withShortIdleTimes() {
        return new PairUpdates(2, true, "SET SESSION wait_timeout = 1");
    }

    @Override
    public List<String> connectionSetup() {
        return setupStatements;
    }

    @Override
    public List<String> tables() {
        return List.of();
    }

    @Override
    public void prepare(Preparation preparation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void check(Connection connection) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected List<StatementTemplate> createTemplates() {
        return Stream.concat(
                        BracketedTransactions.brackets(PsMode.AUTO).stream(),
                        Stream.of(new StatementTemplate("UPDATE pairs SET n = n + 1 WHERE id = ?", Sending.PREPARED)))
                .toList();
    }

    @Override
    public Transactions transactions(int worker) {
        return new BracketedTransactions(true) {
            private int updatedRowCount;
            private int row;

            @Override
            protected void restart() {
                updatedRowCount = 0;
                row = isAscending ? 0 : ThreadLocalRandom.current().nextInt(rows);
            }

            @Override
            protected boolean write(StatementWriter statement) {
                if (updatedRowCount == 2) {
                    return false;
                }
                statement.template(UPDATE_TEMPLATE);
                statement.number(row);
                int distance = isAscending ? 1 : 1 + ThreadLocalRandom.current().nextInt(rows - 1);
                row = (row + distance) % rows;
                updatedRowCount++;
                return true;
            }

            @Override
            protected void count(long changedRows, boolean foundRow) {
                tally.write();
            }

            @Override
            protected void countCommit() {
                tally.onCommit();
            }
        };
    }
}
