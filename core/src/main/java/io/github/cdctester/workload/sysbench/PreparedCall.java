// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A statement that is prepared on the server, once a table. */
final class PreparedCall implements Call {

    private final PreparedStatement[] byTable;
    private final RowText text;
    private PreparedStatement current;
    private int parameter;

    /**
     * Creates the call.
     *
     * @param byTable the statement for the first table, the second, …
     */
    PreparedCall(PreparedStatement[] byTable, RowText text) {
        this.byTable = byTable;
        this.text = text;
        current = byTable[0];
    }

    @Override
    public void onTable(int number) {
        current = byTable[number - 1];
        parameter = 0;
    }

    @Override
    public void number(int value) throws SQLException {
        current.setInt(++parameter, value);
    }

    @Override
    public void number(long value) throws SQLException {
        current.setLong(++parameter, value);
    }

    @Override
    public void c() throws SQLException {
        current.setString(++parameter, text.c());
    }

    @Override
    public void pad() throws SQLException {
        current.setString(++parameter, text.pad());
    }

    @Override
    public long send() throws SQLException {
        return current.execute() ? 0 : current.getUpdateCount();
    }

    @Override
    public boolean hasRow() throws SQLException {
        try (ResultSet row = current.getResultSet()) {
            return row.next();
        }
    }
}
