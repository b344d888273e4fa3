// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Statement;

/** Fills tables on one connection in autocommit mode. */
public interface BulkStatements {

    void execute(String sql) throws SQLException;

    void execute(byte[] ascii, int from, int length) throws SQLException;

    static BulkStatements of(Statement statement) throws SQLException {
        statement.setEscapeProcessing(false);
        return new BulkStatements() {
            @Override
            public void execute(String sql) throws SQLException {
                statement.execute(sql);
            }

            @Override
            public void execute(byte[] ascii, int from, int length) throws SQLException {
                statement.execute(new String(ascii, from, length, StandardCharsets.ISO_8859_1));
            }
        };
    }
}
