// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Prints a consistent snapshot of sysbench's tables as {@code r,table,key,sequence}, and then changes as {@code u,table,key,sequence}. */
public final class PrintedSnapshot implements AutoCloseable {

    private final ReportPrinter.Sink sink;
    private final List<String> bufferedLines = new ArrayList<>();
    private boolean isSnapshotPrinted;
    private ConnectorConsumer stream;

    private PrintedSnapshot(ReportPrinter.Sink sink) {
        this.sink = sink;
    }

    /** If {@code dropsRow} is true, the snapshot lacks one row. */
    public static PrintedSnapshot of(TestServer server, ReportPrinter.Sink sink, boolean dropsRow) {
        PrintedSnapshot consumer = new PrintedSnapshot(sink);
        try (Connection lockConnection = server.connect();
                Connection readConnection = server.connect();
                Statement lockStatement = lockConnection.createStatement();
                Statement readStatement = readConnection.createStatement()) {
            lockStatement.execute("FLUSH TABLES WITH READ LOCK");
            consumer.stream = ReportPrinter.follow(server, Identity.ROW, line -> consumer.onStreamedLine("u," + line));
            readStatement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            readStatement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
            lockStatement.execute("UNLOCK TABLES");
            for (String table : List.of("sbtest1", "sbtest2")) {
                consumer.printRows(readStatement, table, dropsRow && table.equals("sbtest2"));
            }
            consumer.printBufferedLines();
        } catch (SQLException | IOException e) {
            throw new AssertionError(e);
        }
        return consumer;
    }

    private void printRows(Statement statement, String table, boolean dropsRow) throws SQLException, IOException {
        try (ResultSet row = statement.executeQuery("SELECT id, cdc_seq FROM " + table)) {
            if (dropsRow) {
                row.next();
            }
            while (row.next()) {
                sink.print("r," + table + "," + row.getLong(1) + "," + row.getLong(2));
            }
        }
    }

    private synchronized void onStreamedLine(String line) throws IOException {
        if (isSnapshotPrinted) {
            sink.print(line);
        } else {
            bufferedLines.add(line);
        }
    }

    private synchronized void printBufferedLines() throws IOException {
        for (String line : bufferedLines) {
            sink.print(line);
        }
        isSnapshotPrinted = true;
    }

    @Override
    public void close() {
        stream.close();
    }
}
