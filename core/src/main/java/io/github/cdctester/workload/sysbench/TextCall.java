// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A statement that is sent as text, its parameters written into it. */
final class TextCall implements Call {

    private static final int USUAL_LENGTH = 320;

    private final Statement statement;
    private final byte[] head;
    private final byte[][] pieces;
    private final RowText text;
    private final SqlText sql = new SqlText(USUAL_LENGTH);
    private int parameter;

    TextCall(Statement statement, SysbenchStatement template, boolean stamped, RowText text) {
        this.statement = statement;
        this.text = text;
        head = SqlText.ascii(template.head());
        String[] between = template.tail(stamped).split("\\?", -1);
        pieces = new byte[between.length][];
        for (int i = 0; i < between.length; i++) {
            pieces[i] = SqlText.ascii(between[i]);
        }
    }

    @Override
    public void onTable(int number) {
        sql.clear();
        sql.append(head);
        sql.append(number);
        sql.append(pieces[0]);
        parameter = 0;
    }

    @Override
    public void number(int value) {
        sql.append(value);
        sql.append(pieces[++parameter]);
    }

    @Override
    public void number(long value) {
        sql.append(value);
        sql.append(pieces[++parameter]);
    }

    @Override
    public void c() {
        sql.appendC(text);
        sql.append(pieces[++parameter]);
    }

    @Override
    public void pad() {
        sql.appendPad(text);
        sql.append(pieces[++parameter]);
    }

    @Override
    public long send() throws SQLException {
        return statement.execute(sql.toString()) ? 0 : statement.getUpdateCount();
    }

    @Override
    public boolean hasRow() throws SQLException {
        try (ResultSet row = statement.getResultSet()) {
            return row.next();
        }
    }
}
