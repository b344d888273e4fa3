// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.transfer;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.internal.workload.BracketedTransactions;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.random.RowNumbers;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.StatementTemplate.Sending;
import io.github.cdctester.workload.StatementWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The transfers of one worker. Updates the accounts in the order of their ids to avoid deadlocks. */
final class TransferTransactions extends BracketedTransactions {

    private static final int MAX_AMOUNT = 100;
    private static final int UPDATE_TEMPLATE = 2;

    private final RowNumbers accountNumbers;
    private final RowStamp stamp;
    private final int accountCount;
    private final SplittableRandom random;

    /** Two updates per transfer, ordered by account. */
    private final int[] accountIds;

    /** Negative for a withdrawal. */
    private final int[] amounts;

    private int updateCount;
    private int nextUpdate;

    TransferTransactions(Transfers spec, SplittableRandom random) {
        super(true);
        this.random = random;
        stamp = new RowStamp(spec.stamped());
        accountCount = spec.accounts();
        accountIds = new int[2 * spec.transfers()];
        amounts = new int[2 * spec.transfers()];
        accountNumbers = RowNumbers.of(spec.random(), accountCount, random);
    }

    static List<StatementTemplate> templates(Transfers spec) {
        PsMode mode = spec.sending().psMode();
        List<StatementTemplate> templates = new ArrayList<>(brackets(mode));
        templates.add(new StatementTemplate(
                "UPDATE " + AccountsTable.NAME + " SET balance = balance + ?, changes = changes + 1"
                        + new RowStamp(spec.stamped()).setClause() + " WHERE id = ?",
                mode == PsMode.AUTO ? Sending.PREPARED : Sending.TEXT));
        return templates;
    }

    @Override
    protected void restart() {
        nextUpdate = 0;
        updateCount = 0;
        for (int transfer = 0; transfer < accountIds.length / 2; transfer++) {
            int from = accountNumbers.next();
            int to = accountNumbers.next();
            if (to == from) {
                to = 1 + from % accountCount;
            }
            int amount = 1 + random.nextInt(MAX_AMOUNT);
            insertUpdate(from, -amount);
            insertUpdate(to, amount);
        }
    }

    private void insertUpdate(int id, int amount) {
        int index = updateCount++;
        while (index > 0 && accountIds[index - 1] > id) {
            accountIds[index] = accountIds[index - 1];
            amounts[index] = amounts[index - 1];
            index--;
        }
        accountIds[index] = id;
        amounts[index] = amount;
    }

    @Override
    protected boolean write(StatementWriter statement) {
        if (nextUpdate == updateCount) {
            return false;
        }
        statement.template(UPDATE_TEMPLATE);
        statement.number(amounts[nextUpdate]);
        stamp.write(statement, tally);
        statement.number(accountIds[nextUpdate]);
        return true;
    }

    @Override
    protected void count(long changedRows, boolean foundRow) {
        tally.updated(AccountsTable.NAME, changedRows);
        tally.write();
        nextUpdate++;
    }

    @Override
    protected void countCommit() {
        tally.onCommit();
    }
}
