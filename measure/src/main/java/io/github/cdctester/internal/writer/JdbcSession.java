// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.access.SessionSetup;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Executes the setup of a driver's new connection. */
public record JdbcSession(Statement statement) implements SessionSetup.Session<SQLException> {

    @Override
    public @Nullable List<@Nullable String> firstRow(String sql) throws SQLException {
        if (!isAccepted(sql)) {
            return null;
        }
        try (ResultSet rows = statement.getResultSet()) {
            if (!rows.next()) {
                return null;
            }
            List<@Nullable String> row = new ArrayList<>();
            for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                row.add(rows.getString(column));
            }
            return row;
        }
    }

    /** Returns false if the server rejects the statement or returns no result set. */
    private boolean isAccepted(String sql) throws SQLException {
        try {
            return statement.execute(sql);
        } catch (SQLException e) {
            // without a code, the error is the driver's own
            if (e.getErrorCode() == 0
                    || ServerErrors.affectsOnlyConnection(e.getErrorCode())
                    || ServerErrors.endsConnection(e)) {
                throw e;
            }
            return false;
        }
    }
}
