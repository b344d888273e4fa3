// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.config.Endpoint;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

final class Sql {

    private Sql() {}

    static Connection connect(EmbeddedMariaDb server) throws SQLException {
        Endpoint endpoint = server.endpoint();
        String url = "jdbc:mariadb://" + endpoint.address() + "/" + endpoint.database() + "?sslMode=disable";
        return DriverManager.getConnection(
                url, endpoint.user(), endpoint.password().reveal());
    }

    static void run(EmbeddedMariaDb server, String... statements) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    static List<String> row(EmbeddedMariaDb server, String sql) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            if (rows.next()) {
                for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                    values.add(rows.getString(column));
                }
            }
            return values;
        }
    }

    static List<String> column(EmbeddedMariaDb server, String sql, int column) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(column));
            }
            return values;
        }
    }
}
