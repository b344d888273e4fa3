// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.examples;

import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.SplittableRandom;

/** The session of one worker. After a worker finds the queue empty, it inserts a message. */
final class QueueSession implements WorkloadSession {

    private static final int PUT = 0;
    private static final int TAKE = 1;

    private final Connection connection;
    private final SplittableRandom random;
    private final String body;
    private final boolean stamped;
    private final PreparedStatement insert;
    private final PreparedStatement selectOldest;
    private final PreparedStatement delete;
    private boolean foundEmpty = true;
    private boolean committing;

    QueueSession(Connection connection, SplittableRandom random, int bodyBytes, boolean stamped) throws SQLException {
        this.connection = connection;
        this.random = random;
        this.stamped = stamped;
        body = "x".repeat(bodyBytes);
        connection.setAutoCommit(false);
        insert = connection.prepareStatement(
                stamped
                        ? "INSERT INTO queue (body, cdc_seq, cdc_at) VALUES (?, ?, ?)"
                        : "INSERT INTO queue (body) VALUES (?)");
        selectOldest = connection.prepareStatement("SELECT id FROM queue ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED");
        delete = connection.prepareStatement("DELETE FROM queue WHERE id = ?");
    }

    @Override
    public int execute(StatementTally tally) throws SQLException {
        committing = false;
        int kind = foundEmpty || random.nextInt(10) < 4 ? PUT : TAKE;
        boolean written = kind == PUT ? put(tally) : take(tally);
        // only a commit of changed rows is logged; if its response is lost, its outcome is unknown
        committing = written;
        connection.commit();
        tally.other();
        if (written) {
            tally.onCommit();
        }
        return kind;
    }

    private boolean put(StatementTally tally) throws SQLException {
        insert.setString(1, body);
        if (stamped) {
            insert.setLong(2, tally.stamp());
            insert.setLong(3, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
        }
        // stamped rows must be reported; for other rows this is optional
        tally.inserted("queue", insert.executeUpdate());
        tally.write();
        foundEmpty = false;
        return true;
    }

    private boolean take(StatementTally tally) throws SQLException {
        long id;
        try (ResultSet row = selectOldest.executeQuery()) {
            tally.read();
            foundEmpty = !row.next();
            if (foundEmpty) {
                return false;
            }
            id = row.getLong(1);
        }
        delete.setLong(1, id);
        tally.deleted("queue", delete.executeUpdate());
        tally.write();
        return true;
    }

    @Override
    public boolean mayHaveCommitted() {
        return committing;
    }

    @Override
    public void reset() throws SQLException {
        connection.rollback();
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        selectOldest.close();
        delete.close();
    }
}
