// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.judge.consumer.SnapshotJudge;
import io.github.cdctester.internal.judge.replay.ShapeReader;
import io.github.cdctester.internal.judge.replay.SnapshotReader;
import io.github.cdctester.internal.judge.replay.TableShape;
import io.github.cdctester.internal.run.load.WriteSide;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.run.stream.FollowedStream;
import io.github.cdctester.run.RunListener;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The stamped tables at the server, which consumers' snapshots are compared with at the end. */
public final class ServerRows {

    private final SnapshotJudge judge;
    private final FollowedStream stream;
    private final Map<String, TableShape> tables = new LinkedHashMap<>();
    private @Nullable WriteTarget target;

    ServerRows(SnapshotJudge judge, FollowedStream stream) {
        this.judge = judge;
        this.stream = stream;
        RunReplay.refusePartialRows(Setting.JUDGE_SNAPSHOT, stream);
    }

    /** Has the stream's rows of these tables looked at; they are made, and no stream has been started. */
    public void watch(WriteTarget server, WriteSide writer) {
        target = server;
        with("looking at the tables", connection -> {
            ShapeReader.shapes(Setting.JUDGE_SNAPSHOT, connection, RunReplay.tables(writer))
                    .forEach(this::add);
            SnapshotJudge.refuseIfTooLarge(count(connection));
        });
        if (tables.isEmpty()) {
            throw new RunFailedException(
                    Setting.JUDGE_SNAPSHOT + ": none of the tables at " + server.address() + " has stamps");
        }
        stream.showRowsTo(judge.rows(tables.values()));
    }

    private void add(String name, TableShape all) {
        TableShape table = all.stamps();
        if (table != null) {
            if (!table.hasKey() || !table.hasPlainKey()) {
                throw new RunFailedException(Setting.JUDGE_SNAPSHOT + ": table " + name
                        + " must have a primary key of whole numbers or text, by which rows can be told apart");
            }
            tables.put(name, table);
        }
    }

    /** Nobody writes any more. */
    public void atRest() {
        with("counting the rows", connection -> judge.atRest(count(connection)));
    }

    /** Reads all rows; once no consumer is waited for any more. */
    public void compare(RunListener listener) {
        listener.step("comparing the tables with the snapshot");
        with("reading the tables", connection -> {
            SnapshotReader.read(
                    connection,
                    tables,
                    Function.identity(),
                    (table, row) -> judge.atServer(table.shortName(), table.keyText(row), table.stamp(row)));
            judge.compared();
        });
    }

    @FunctionalInterface
    private interface Asking {
        void ask(Connection connection) throws SQLException;
    }

    private void with(String doing, Asking asking) {
        WriteTarget server = target;
        if (server == null) {
            return;
        }
        try (Connection connection = server.sidePool().connection()) {
            asking.ask(connection);
        } catch (SQLException e) {
            throw new RunFailedException(
                    doing + " for the snapshot at " + server.address() + " failed: " + e.getMessage(), e);
        }
    }

    private long count(Connection connection) throws SQLException {
        long rows = 0;
        try (Statement statement = connection.createStatement()) {
            for (String table : tables.keySet()) {
                try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + Quoted.name(table))) {
                    row.next();
                    rows += row.getLong(1);
                }
            }
        }
        return rows;
    }
}
