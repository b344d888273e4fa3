// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A consumer that prints a consistent snapshot of sysbench's tables, as {@code r,table,key,sequence}, and then what it reads of the log
 * from that moment on, as {@code u,table,key,sequence}.
 */
public final class PrintedSnapshot implements AutoCloseable {

    private final Path file;
    private final List<String> held = new ArrayList<>();
    private boolean streams;
    private long rows;
    private ConnectorConsumer stream;

    private PrintedSnapshot(Path file) {
        this.file = file;
    }

    /** Makes the snapshot, and leaves out one row of it if it {@code drops} one. */
    public static PrintedSnapshot of(TestServer server, Path file, boolean drops) {
        PrintedSnapshot made = new PrintedSnapshot(file);
        try (Connection locking = server.connect();
                Connection reading = server.connect();
                Statement lock = locking.createStatement();
                Statement read = reading.createStatement()) {
            lock.execute("FLUSH TABLES WITH READ LOCK");
            made.stream = PrintedReports.follow(server, Identity.ROW, line -> made.streamed("u," + line));
            read.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            read.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
            lock.execute("UNLOCK TABLES");
            for (String table : List.of("sbtest1", "sbtest2")) {
                made.read(read, table, drops && table.equals("sbtest2"));
            }
            made.release();
        } catch (SQLException | IOException e) {
            throw new AssertionError(e);
        }
        return made;
    }

    private void read(Statement statement, String table, boolean drops) throws SQLException, IOException {
        StringBuilder lines = new StringBuilder();
        try (ResultSet row = statement.executeQuery("SELECT id, cdc_seq FROM " + table)) {
            if (drops) {
                row.next();
            }
            while (row.next()) {
                rows++;
                lines.append("r,")
                        .append(table)
                        .append(',')
                        .append(row.getLong(1))
                        .append(',');
                lines.append(row.getLong(2)).append('\n');
            }
        }
        print(lines.toString());
    }

    private synchronized void streamed(String line) throws IOException {
        if (streams) {
            print(line + "\n");
        } else {
            held.add(line + "\n");
        }
    }

    private synchronized void release() throws IOException {
        print(String.join("", held));
        streams = true;
    }

    private void print(String lines) throws IOException {
        Files.writeString(file, lines, StandardOpenOption.APPEND);
    }

    /** How many rows the snapshot has. */
    public long rows() {
        return rows;
    }

    @Override
    public void close() {
        stream.close();
    }
}
