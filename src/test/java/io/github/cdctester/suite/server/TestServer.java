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

    /** The account has all privileges. */
    Endpoint endpoint();

    void kill();

    /** Returns when the server has ended. */
    void shutDown();

    /** Keeps the data and the address. Returns when the server accepts connections. */
    void startAgain();

    /** Uses GTIDs and the suite's account. Both servers must be new. */
    void replicateFrom(TestServer source);

    void promote();

    @Override
    void close();

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

    default List<String> tableComments() {
        return queryRows("SELECT DISTINCT table_comment FROM information_schema.tables WHERE table_schema = DATABASE()")
                .stream()
                .map(row -> row.get(0))
                .toList();
    }

    /** Uses the sizes of the server's log files, without the 4 magic bytes at the start of each file. */
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
