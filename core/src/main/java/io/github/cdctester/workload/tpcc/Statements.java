// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The prepared statements of one transaction, closed together. */
final class Statements implements AutoCloseable {

    private final Connection connection;
    private final List<PreparedStatement> prepared = new ArrayList<>();

    Statements(Connection connection) {
        this.connection = connection;
    }

    PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        prepared.add(statement);
        return statement;
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : prepared) {
            statement.close();
        }
    }
}
