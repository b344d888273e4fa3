// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.StepJournal;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.WorkloadSession;
import io.github.cdctester.workload.storm.StormLanes.Turn;
import io.github.cdctester.workload.storm.StormStep.Sql;
import io.github.cdctester.workload.storm.StormStep.Unit;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** One worker: one step after the other, whose units are sent again where they failed. */
final class StormSession implements WorkloadSession {

    /** XAER_NOTA: there is no such XA transaction. */
    private static final int UNKNOWN_XID = 1397;

    private static final int LONGEST_QUOTE = 300;
    private static final int LOCK_WAIT_SECONDS = 3;

    private final Statement statement;
    private final StormLanes lanes;
    private final StepJournal journal;
    private final List<String> kinds;
    private final int worker;
    private boolean committing;
    private boolean open;
    private String xid = "";

    StormSession(Connection connection, StormLanes lanes, StepJournal journal, List<String> kinds, int worker)
            throws SQLException {
        statement = connection.createStatement();
        // who was killed may hold locks for a while; what waits for them is tried again
        statement.execute("SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS + ", innodb_lock_wait_timeout = "
                + LOCK_WAIT_SECONDS);
        this.lanes = lanes;
        this.journal = journal;
        this.kinds = kinds;
        this.worker = worker;
    }

    @Override
    public int execute(StatementTally tally) throws SQLException {
        committing = false;
        Turn turn;
        try {
            turn = lanes.turn(worker);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CANCELLED;
        }
        StormStep step = turn.step;
        if (step == null) {
            step = lanes.isDoubtful(turn.table) ? rebuilt(turn.table) : turn.table.next();
            turn.step = step;
            journal.begins(turn.number, step.kind().label(), step.table());
        }
        xid = turn.table.xid();
        try {
            for (; turn.unitsDone < step.units().size(); turn.unitsDone++) {
                unit(step.units().get(turn.unitsDone), tally);
            }
        } catch (SQLException e) {
            if (step.kind() == StormKind.REBUILD) {
                turn.step = null; // what there is is looked for anew
                turn.unitsDone = 0;
            }
            throw named(e, turn.number, step);
        }
        step.done().run();
        journal.ends();
        lanes.end(worker);
        return kinds.indexOf(step.kind().label());
    }

    private void unit(Unit unit, StatementTally tally) throws SQLException {
        for (int i = 0; i < unit.statements().size(); i++) {
            Sql sql = unit.statements().get(i);
            boolean last = i == unit.statements().size() - 1;
            committing = last && unit.logged() > 0;
            String text = stamped(sql.text(), tally);
            journal.sent(text);
            boolean rows = statement.execute(text);
            open |= unit.open();
            long changed = rows ? 0 : Math.max(0, statement.getLargeUpdateCount());
            sql.tell(tally, changed);
            if (sql.effect() == StormStep.Effect.NONE) {
                tally.other();
            } else {
                tally.write();
            }
        }
        committing = false;
        open = false;
        if (unit.logged() > 0) {
            journal.stamped(tally.stamp());
        }
        for (int i = 0; i < unit.logged(); i++) {
            tally.logged();
        }
        if (unit.logged() == 0 && unit.open()) {
            tally.undone();
        }
    }

    private static String stamped(String sql, StatementTally tally) {
        return sql.contains("{seq}")
                ? sql.replace("{seq}", String.valueOf(tally.stamp())).replace("{at}", String.valueOf(RowStamp.now()))
                : sql;
    }

    /** A table whose last step came to no end that is known: an XA transaction of its may be prepared still. */
    private StormStep rebuilt(StormTable table) throws SQLException {
        try {
            statement.execute("XA ROLLBACK " + table.xid());
        } catch (SQLException e) {
            if (e.getErrorCode() != UNKNOWN_XID) {
                throw e;
            }
        }
        return table.rebuilt(StormObjects.of(statement, table.baseName()), () -> lanes.rebuilt(table));
    }

    private static SQLException named(SQLException e, long number, StormStep step) {
        String sql = step.units().isEmpty()
                ? ""
                : step.units().get(0).statements().get(0).text();
        String quote = sql.length() > LONGEST_QUOTE ? sql.substring(0, LONGEST_QUOTE) + "…" : sql;
        return new SQLException(
                "step " + number + " (" + step.kind().label() + " of " + step.table() + "): " + e.getMessage() + "; "
                        + quote,
                e.getSQLState(),
                e.getErrorCode(),
                e);
    }

    @Override
    public boolean mayHaveCommitted() {
        return committing;
    }

    @Override
    public void reset() throws SQLException {
        if (!open) {
            return;
        }
        try {
            statement.execute("ROLLBACK");
        } catch (SQLException e) {
            // XAER_RMFAIL: inside of an XA transaction, which may have been ended
            endXa();
        }
        open = false;
    }

    private void endXa() throws SQLException {
        try {
            statement.execute("XA END " + xid);
        } catch (SQLException e) {
            // it has been ended, or rolled back by the server
        }
        statement.execute("XA ROLLBACK " + xid);
    }

    /** In the middle of a step, because the connection is gone or the load failed, nobody knows what the table is like. */
    @Override
    public void close() throws SQLException {
        if (lanes.leave(worker)) {
            journal.ends();
        }
        try (statement) {
            reset();
        }
    }
}
