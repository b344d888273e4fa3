// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.transfer;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SessionStatements;
import io.github.cdctester.internal.workload.random.RowNumbers;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The session of one worker. It draws accounts and amounts, and updates accounts in the order of their ids to avoid deadlocks. */
final class TransferSession implements WorkloadSession {

    private static final int MAX_AMOUNT = 100;
    private static final String UPDATE = "UPDATE " + AccountsTable.NAME + " SET balance = balance + ";
    private static final String CHANGES = ", changes = changes + 1";
    private static final String WHERE = " WHERE id = ";

    private final SessionStatements statements;
    private final @Nullable PreparedStatement update;
    private final RowNumbers accounts;
    private final RowStamp stamp;
    private final int count;
    private final SplittableRandom random;

    /** Two updates per transfer, ordered by account. */
    private final int[] ids;

    private final int[] amounts;
    private int updates;
    private boolean committing;

    TransferSession(Transfers spec, Connection connection, SplittableRandom random) throws SQLException {
        this.random = random;
        stamp = new RowStamp(spec.stamped());
        count = spec.accounts();
        ids = new int[2 * spec.transfers()];
        amounts = new int[2 * spec.transfers()];
        accounts = RowNumbers.of(spec.random(), count, random);
        statements = new SessionStatements(connection, spec.sending().psMode());
        try {
            statements.prepareTransactions();
            update = spec.sending().psMode() == PsMode.AUTO
                    ? statements.prepare(UPDATE + "?" + CHANGES + stamp.set() + WHERE + "?")
                    : null;
        } catch (SQLException | RuntimeException e) {
            statements.closeAfter(e);
            throw e;
        }
    }

    @Override
    public int execute(StatementTally tally) throws SQLException {
        committing = false;
        draw();
        statements.begin();
        tally.other();
        for (int i = 0; i < updates; i++) {
            tally.updated(AccountsTable.NAME, update(ids[i], amounts[i], tally));
            tally.write();
        }
        committing = true;
        statements.commit();
        tally.other();
        tally.logged();
        return 0;
    }

    private void draw() {
        updates = 0;
        for (int transfer = 0; transfer < ids.length / 2; transfer++) {
            int from = accounts.next();
            int to = accounts.next();
            if (to == from) {
                to = 1 + from % count;
            }
            int amount = 1 + random.nextInt(MAX_AMOUNT);
            insert(from, -amount);
            insert(to, amount);
        }
    }

    private void insert(int id, int amount) {
        int index = updates++;
        while (index > 0 && ids[index - 1] > id) {
            ids[index] = ids[index - 1];
            amounts[index] = amounts[index - 1];
            index--;
        }
        ids[index] = id;
        amounts[index] = amount;
    }

    private int update(int id, int amount, StatementTally tally) throws SQLException {
        if (update == null) {
            return statements.text().executeUpdate(UPDATE + amount + CHANGES + stamp.set(tally) + WHERE + id);
        }
        update.setInt(1, amount);
        update.setInt(stamp.fill(update, 2, tally), id);
        return update.executeUpdate();
    }

    @Override
    public boolean mayHaveCommitted() {
        return committing;
    }

    @Override
    public void reset() throws SQLException {
        statements.rollback();
    }

    @Override
    public void close() throws SQLException {
        statements.close();
    }
}
