// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.judge.consumer.snapshot.SnapshotJudge;
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
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The stamped tables at the server, a reference for the consumers' snapshots. */
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

    /** Called after the tables were created and before a stream starts. */
    public void watch(WriteTarget server, WriteSide writer) {
        target = server;
        server.query("querying the tables for the snapshot", connection -> {
            ShapeReader.shapes(Setting.JUDGE_SNAPSHOT, connection, RunReplay.tables(writer))
                    .forEach(this::addTable);
            judge.setRowCount(countRows(connection));
        });
        if (tables.isEmpty()) {
            throw new RunFailedException(
                    Setting.JUDGE_SNAPSHOT + ": none of the tables at " + server.address() + " has stamps");
        }
        stream.addRowReceiver(judge.rows(tables.values()));
    }

    private void addTable(String name, TableShape shape) {
        TableShape table = shape.withStampOnly();
        if (table != null) {
            if (!table.hasKey()) {
                throw new RunFailedException(
                        Setting.JUDGE_SNAPSHOT + ": table " + name + " has no primary key, to distinguish rows");
            }
            tables.put(name, table);
        }
    }

    /** Called after the wait for the consumers. */
    public void compare(RunListener listener) {
        listener.step("comparing the tables with the snapshot");
        Objects.requireNonNull(target, "watch comes first").query("reading the tables for the snapshot", connection -> {
            SnapshotReader.read(
                    connection,
                    tables,
                    Function.identity(),
                    (table, row) -> judge.compareServerRow(table.shortName(), table.keyText(row), table.stamp(row)));
            judge.endComparison();
        });
    }

    private long countRows(Connection connection) throws SQLException {
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
