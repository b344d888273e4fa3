// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.StatementTemplate.Sending;
import io.github.cdctester.workload.StatementWorkload;
import io.github.cdctester.workload.StatementWriter;
import io.github.cdctester.workload.Transactions;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.util.List;

/** Transactions of BEGIN, WORK and COMMIT, or of a single statement that commits by itself. */
final class FakeStatements implements StatementWorkload {

    static final String BEGIN = "BEGIN";
    static final String WORK = "WORK";
    static final String COMMIT = "COMMIT";

    private final boolean single;
    int transactionsPerConnection;
    boolean cancellable;

    FakeStatements(boolean single) {
        this.single = single;
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public List<String> transactionKinds() {
        return List.of("fake");
    }

    @Override
    public int transactionsPerConnection() {
        return transactionsPerConnection;
    }

    @Override
    public List<StatementTemplate> templates() {
        return List.of(
                new StatementTemplate(BEGIN, Sending.TEXT),
                new StatementTemplate(WORK, Sending.TEXT),
                new StatementTemplate(COMMIT, Sending.TEXT));
    }

    @Override
    public Transactions transactions(int worker) {
        return new Transactions() {
            private final int last = single ? 1 : 2;
            private int step;
            private boolean open;
            private volatile boolean cancelled;

            @Override
            public void begin(StatementTally tally) {
                step = single ? 1 : 0;
            }

            @Override
            public Step next(StatementWriter statement) {
                if (step > last) {
                    return Step.COMPLETE;
                }
                if (cancelled && step == 1) {
                    return Step.CANCELLED;
                }
                statement.template(step++);
                return Step.STATEMENT;
            }

            @Override
            public void answered(long changedRows, boolean foundRow) {
                if (changedRows != 1) {
                    throw new IllegalStateException("a statement changed " + changedRows + " rows");
                }
                open = !single && step <= last;
            }

            @Override
            public boolean mayHaveCommitted() {
                return step > last;
            }

            @Override
            public boolean isOpen() {
                return open;
            }

            @Override
            public void rolledBack() {
                open = false;
            }

            @Override
            public boolean cancel() {
                cancelled = cancellable;
                return cancellable;
            }
        };
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
    public int cleanup(Connection connection) {
        throw new UnsupportedOperationException();
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) {
        throw new UnsupportedOperationException();
    }
}
