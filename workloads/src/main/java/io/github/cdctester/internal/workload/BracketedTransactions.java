// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.StatementTemplate.Sending;
import io.github.cdctester.workload.StatementWriter;
import io.github.cdctester.workload.Transactions;
import java.util.List;

/** Transactions between BEGIN and COMMIT, which must be the first two templates. Optionally, each statement commits separately instead. */
public abstract class BracketedTransactions implements Transactions {

    private static final int BEGIN = 0;
    private static final int COMMIT = 1;

    private enum Phase {
        BEGIN,
        BODY,
        COMMIT,
        DONE
    }

    protected StatementTally tally = new StatementTally();

    private final boolean inTransaction;
    private Phase phase = Phase.DONE;
    private boolean isTransactionOpen;

    /** True after COMMIT was written, or if each statement commits separately. Volatile, because {@link #cancel()} may read it. */
    private volatile boolean isCommitting;

    /** If {@code inTransaction} is false, each statement commits separately. */
    protected BracketedTransactions(boolean inTransaction) {
        this.inTransaction = inTransaction;
    }

    public static List<StatementTemplate> brackets(PsMode mode) {
        Sending sending = mode == PsMode.DISABLE ? Sending.TEXT : Sending.PREPARED_IF_POSSIBLE;
        return List.of(new StatementTemplate("BEGIN", sending), new StatementTemplate("COMMIT", sending));
    }

    /** Starts or repeats a transaction after BEGIN. A repetition may draw new values. */
    protected abstract void restart();

    /** Returns false if no statement is left before COMMIT. */
    protected abstract boolean write(StatementWriter statement);

    /** Refers to the last statement of {@link #write}. */
    protected abstract void count(long changedRows, boolean foundRow);

    /** Not called if each statement commits separately. */
    protected abstract void countCommit();

    /** Returns true if the transaction must be rolled back instead of continued. */
    protected boolean isCancelled() {
        return false;
    }

    @Override
    public final void begin(StatementTally counts) {
        tally = counts;
        if (isCommitting == inTransaction) {
            isCommitting = !inTransaction;
        }
        phase = inTransaction ? Phase.BEGIN : Phase.BODY;
        restart();
    }

    @Override
    public final Step next(StatementWriter statement) {
        if (phase == Phase.BEGIN) {
            statement.template(BEGIN);
            return Step.STATEMENT;
        }
        if (phase == Phase.BODY) {
            if (isCancelled()) {
                return Step.CANCELLED;
            }
            if (write(statement)) {
                return Step.STATEMENT;
            }
            if (inTransaction) {
                phase = Phase.COMMIT;
                isCommitting = true;
                statement.template(COMMIT);
                return Step.STATEMENT;
            }
            phase = Phase.DONE;
        }
        return Step.COMPLETE;
    }

    @Override
    public final void onResponse(long changedRows, boolean foundRow) {
        switch (phase) {
            case BEGIN -> {
                isTransactionOpen = true;
                phase = Phase.BODY;
                tally.other();
            }
            case BODY -> count(changedRows, foundRow);
            case COMMIT -> {
                isTransactionOpen = false;
                phase = Phase.DONE;
                tally.other();
                countCommit();
            }
            case DONE -> throw new IllegalStateException("no statement was written");
        }
    }

    @Override
    public final boolean mayHaveCommitted() {
        return isCommitting;
    }

    @Override
    public final boolean isOpen() {
        return isTransactionOpen;
    }

    @Override
    public final void rolledBack() {
        isTransactionOpen = false;
    }
}
