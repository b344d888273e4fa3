// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.internal.text.StatementText;
import io.github.cdctester.internal.workload.SessionStatements;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Creates the statements of one session. */
final class Calls {

    private final SessionStatements statements;
    private final PsMode mode;
    private final int tables;
    private final boolean stamped;
    private final RowText text;

    Calls(SessionStatements statements, PsMode mode, SysbenchSchema schema, RowText text) {
        this.statements = statements;
        this.mode = mode;
        tables = schema.tables();
        stamped = schema.stamped();
        this.text = text;
    }

    Call call(SysbenchStatement template) throws SQLException {
        if (mode == PsMode.DISABLE) {
            return text(template);
        }
        PreparedStatement[] byTable = new PreparedStatement[tables];
        for (int table = 1; table <= tables; table++) {
            byTable[table - 1] = statements.prepare(template.sql(table, stamped));
        }
        return new Prepared(byTable, text);
    }

    Call text(SysbenchStatement template) {
        return new Text(statements.text(), template, stamped, text);
    }

    /** A statement that is prepared on the server, once per table. */
    private static final class Prepared implements Call {

        private final PreparedStatement[] byTable;
        private final RowText text;
        private PreparedStatement current;
        private int parameter;

        Prepared(PreparedStatement[] byTable, RowText text) {
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
            current.setString(++parameter, string(text.c()));
        }

        @Override
        public void pad() throws SQLException {
            current.setString(++parameter, string(text.pad()));
        }

        private String string(int length) {
            return new String(text.bytes(), 0, length, StandardCharsets.ISO_8859_1);
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

    /** A statement that is sent as text, with its parameters as literals. */
    private static final class Text implements Call {

        private static final int USUAL_LENGTH = 320;

        private final Statement statement;
        private final byte[] head;
        private final byte[][] pieces;
        private final RowText text;
        private final StatementText sql = new StatementText(USUAL_LENGTH);
        private int parameter;

        Text(Statement statement, SysbenchStatement template, boolean stamped, RowText text) {
            this.statement = statement;
            this.text = text;
            head = StatementText.ascii(template.head());
            String[] between = template.tail(stamped).split("\\?", -1);
            pieces = new byte[between.length][];
            for (int i = 0; i < between.length; i++) {
                pieces[i] = StatementText.ascii(between[i]);
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
            sql.appendQuoted(text.bytes(), 0, text.c());
            sql.append(pieces[++parameter]);
        }

        @Override
        public void pad() {
            sql.appendQuoted(text.bytes(), 0, text.pad());
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
}
