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

/** Transactions are {@code BEGIN; WRITE worker; COMMIT}, or only {@code WRITE worker}. Subclasses can replace the write. */
public class NumberedWrites implements StatementWorkload {

    private final boolean usesTransactions;
    private final int perConnection;

    public NumberedWrites(boolean usesTransactions) {
        this(usesTransactions, 0);
    }

    NumberedWrites(boolean usesTransactions, int perConnection) {
        this.usesTransactions = usesTransactions;
        this.perConnection = perConnection;
    }

    @Override
    public String name() {
        return "numbered";
    }

    @Override
    public List<String> transactionKinds() {
        return List.of("numbered");
    }

    @Override
    public int transactionsPerConnection() {
        return perConnection;
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
    public int cleanup(Connection connection) {
        throw new UnsupportedOperationException();
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<StatementTemplate> templates() {
        return List.of(
                new StatementTemplate("BEGIN", Sending.TEXT),
                new StatementTemplate("WRITE ?", Sending.TEXT),
                new StatementTemplate("COMMIT", Sending.TEXT));
    }

    protected void write(int worker, StatementWriter statement) {
        statement.template(1);
        statement.number(worker);
    }

    protected void onWriteResponse() {}

    @Override
    public Transactions transactions(int worker) {
        return new Writes(worker);
    }

    private final class Writes implements Transactions {

        private final int worker;
        private StatementTally tally = new StatementTally();
        private int nextTemplate;
        private boolean isInTransaction;
        private boolean mayCommit;
        private volatile boolean isCancelled;

        Writes(int worker) {
            this.worker = worker;
        }

        @Override
        public void begin(StatementTally counts) {
            tally = counts;
            nextTemplate = usesTransactions ? 0 : 1;
            mayCommit = !usesTransactions;
        }

        @Override
        public Step next(StatementWriter statement) {
            if (isCancelled && nextTemplate == 1) {
                return Step.CANCELLED;
            }
            if (nextTemplate == (usesTransactions ? 3 : 2)) {
                return Step.COMPLETE;
            }
            if (nextTemplate == 1) {
                write(worker, statement);
            } else {
                mayCommit = nextTemplate == 2;
                statement.template(nextTemplate);
            }
            return Step.STATEMENT;
        }

        @Override
        public void onResponse(long changedRows, boolean foundRow) {
            isInTransaction = usesTransactions && nextTemplate < 2;
            if (nextTemplate == 1) {
                tally.write();
                onWriteResponse();
            }
            if (nextTemplate == 2 || !usesTransactions) {
                tally.onCommit();
            }
            nextTemplate++;
        }

        @Override
        public boolean mayHaveCommitted() {
            return mayCommit;
        }

        @Override
        public boolean isOpen() {
            return isInTransaction;
        }

        @Override
        public void rolledBack() {
            isInTransaction = false;
        }

        @Override
        public boolean cancel() {
            isCancelled = true;
            return usesTransactions;
        }
    }
}
