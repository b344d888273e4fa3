// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import io.github.cdctester.config.Endpoint;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A real server for a suite. Its queries do not use the code under test. */
public interface TestServer extends AutoCloseable {

    /** Returns the server's endpoint. The account has all privileges. */
    Endpoint endpoint();

    /** Kills the server's process, like {@code kill -9}. */
    void kill();

    /** Shuts the server down, and returns when it has ended. */
    void shutDown();

    /** Starts the server again, with the same data and address, and returns when it accepts connections. */
    void startAgain();

    /** Makes this server a replica of another server, with GTIDs and the suite's account. Both servers must be new. */
    void replicateFrom(TestServer source);

    /** Stops the replication, so that this server is independent. */
    void promote();

    @Override
    void close();

    /** Returns the statement that queries the end of the log. */
    String logStatusStatement();

    default Connection connect() throws SQLException {
        Endpoint endpoint = endpoint();
        return DriverManager.getConnection(
                "jdbc:mariadb://" + endpoint.address() + "/" + endpoint.database() + "?allowPublicKeyRetrieval=true",
                endpoint.user(),
                endpoint.password().reveal());
    }

    default List<List<String>> queryRows(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<List<String>> rows = new ArrayList<>();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    row.add(result.getString(column));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    default long queryNumber(String sql) {
        return Long.parseLong(queryRows(sql).get(0).get(0));
    }

    default void execute(String... statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new AssertionError(String.join("; ", statements), e);
        }
    }

    /** Returns the number of rows in sbtest1 to sbtestN. */
    default long sysbenchRows(int tables) {
        long rows = 0;
        for (int table = 1; table <= tables; table++) {
            rows += queryNumber("SELECT COUNT(*) FROM sbtest" + table);
        }
        return rows;
    }

    /** Returns the checksum and the number of rows of each table in the database, and the names of all indexes. */
    default String contents() {
        List<String> tables = queryRows("SHOW TABLES").stream()
                .map(row -> {
                    String table = row.get(0);
                    return queryRows("CHECKSUM TABLE " + table) + ", " + queryNumber("SELECT COUNT(*) FROM " + table)
                            + " rows";
                })
                .toList();
        return tables + " "
                + queryRows("SELECT TABLE_NAME, INDEX_NAME FROM information_schema.STATISTICS"
                        + " WHERE TABLE_SCHEMA = DATABASE() ORDER BY 1, 2");
    }

    /** Returns the distinct comments of the database's tables. */
    default List<String> tableComments() {
        return queryRows("SELECT DISTINCT table_comment FROM information_schema.tables WHERE table_schema = DATABASE()")
                .stream()
                .map(row -> row.get(0))
                .toList();
    }

    /**
     * Returns the number of bytes of the events between two positions, from the sizes of the server's log files. The 4 magic
     * bytes at the start of each file are not counted.
     */
    default long bytesBetween(String fromFile, long fromPosition, String toFile, long toPosition) {
        if (fromFile.equals(toFile)) {
            return toPosition - fromPosition;
        }
        long bytes = 0;
        boolean isInside = false;
        for (List<String> row : queryRows("SHOW BINARY LOGS")) {
            String file = row.get(0);
            long size = Long.parseLong(row.get(1));
            if (file.equals(fromFile)) {
                isInside = true;
                bytes += size - fromPosition;
            } else if (file.equals(toFile)) {
                return bytes + toPosition - 4;
            } else if (isInside) {
                bytes += size - 4;
            }
        }
        throw new AssertionError("the server has no " + fromFile + " or no " + toFile);
    }
}
