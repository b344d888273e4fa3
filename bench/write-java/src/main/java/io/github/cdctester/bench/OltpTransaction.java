// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;

/**
 * One transaction of a sysbench OLTP script: the same statements in the same order, with sysbench's default counts and uniformly
 * distributed keys.
 */
abstract class OltpTransaction {

    private static final int RANGE = 99;

    private final String workload;

    private OltpTransaction(String workload) {
        this.workload = workload;
    }

    static OltpTransaction on(Connection connection, BenchOptions options) throws SQLException {
        return options.prepared()
                ? new Prepared(connection, options.workload())
                : new Text(connection, options.workload());
    }

    /** Executes one transaction including its commit. */
    final void execute(SplittableRandom random) throws SQLException {
        if (workload.equals("oltp_insert")) {
            insert(table(random), 0, id(random), random);
            return;
        }
        begin();
        if (workload.equals("oltp_read_write")) {
            read(random);
        }
        updateIndex(table(random), id(random));
        updateNonIndex(table(random), id(random), random);
        int table = table(random);
        int id = id(random);
        delete(table, id);
        insert(table, id, id(random), random);
        commit();
    }

    private void read(SplittableRandom random) throws SQLException {
        int points = table(random);
        for (int i = 0; i < 10; i++) {
            select(Select.POINT, points, id(random));
        }
        select(Select.SIMPLE, table(random), id(random));
        select(Select.SUM, table(random), id(random));
        select(Select.ORDER, table(random), id(random));
        select(Select.DISTINCT, table(random), id(random));
    }

    enum Select {
        POINT("SELECT c FROM sbtest", " WHERE id=?"),
        SIMPLE("SELECT c FROM sbtest", " WHERE id BETWEEN ? AND ?"),
        SUM("SELECT SUM(k) FROM sbtest", " WHERE id BETWEEN ? AND ?"),
        ORDER("SELECT c FROM sbtest", " WHERE id BETWEEN ? AND ? ORDER BY c"),
        DISTINCT("SELECT DISTINCT c FROM sbtest", " WHERE id BETWEEN ? AND ? ORDER BY c");

        private final String head;
        private final String tail;

        Select(String head, String tail) {
            this.head = head;
            this.tail = tail;
        }
    }

    abstract void begin() throws SQLException;

    abstract void commit() throws SQLException;

    abstract void select(Select select, int table, int id) throws SQLException;

    abstract void updateIndex(int table, int id) throws SQLException;

    abstract void updateNonIndex(int table, int id, SplittableRandom random) throws SQLException;

    abstract void delete(int table, int id) throws SQLException;

    /** Inserts a row. The id 0, which oltp_insert uses, makes the server assign an id. */
    abstract void insert(int table, int id, int k, SplittableRandom random) throws SQLException;

    private static int table(SplittableRandom random) {
        return 1 + random.nextInt(BenchOptions.TABLES);
    }

    private static int id(SplittableRandom random) {
        return 1 + random.nextInt(BenchOptions.TABLE_SIZE);
    }

    /** Appends random groups of eleven digits, separated by hyphens. */
    private static StringBuilder groups(StringBuilder to, int groups, SplittableRandom random) {
        for (int group = 0; group < groups; group++) {
            if (group > 0) {
                to.append('-');
            }
            long digits = random.nextLong(100_000_000_000L);
            for (long place = 10_000_000_000L; place > 0; place /= 10) {
                to.append((char) ('0' + digits / place % 10));
            }
        }
        return to;
    }

    /** Returns the only statement of oltp_insert. */
    static String insertText(SplittableRandom random) {
        StringBuilder sql = new StringBuilder(320);
        appendInsert(sql, table(random), 0, id(random), random);
        return sql.toString();
    }

    private static void appendInsert(StringBuilder sql, int table, int id, int k, SplittableRandom random) {
        sql.append("INSERT INTO sbtest").append(table).append(" (id, k, c, pad) VALUES (");
        sql.append(id).append(", ").append(k).append(", '");
        groups(sql, 10, random).append("', '");
        groups(sql, 5, random).append("')");
    }

    private static void readAll(ResultSet rows) throws SQLException {
        try (rows) {
            while (rows.next()) {
                // reads each row, to include the driver's cost per row
            }
        }
    }

    private static final class Text extends OltpTransaction {
        private final Statement statement;
        private final StringBuilder sql = new StringBuilder(320);

        Text(Connection connection, String workload) throws SQLException {
            super(workload);
            statement = connection.createStatement();
        }

        @Override
        void begin() throws SQLException {
            statement.execute("BEGIN");
        }

        @Override
        void commit() throws SQLException {
            statement.execute("COMMIT");
        }

        @Override
        void select(Select select, int table, int id) throws SQLException {
            sql.setLength(0);
            sql.append(select.head).append(table);
            int first = select.tail.indexOf('?');
            int second = select.tail.indexOf('?', first + 1);
            sql.append(select.tail, 0, first).append(id);
            if (second > 0) {
                sql.append(select.tail, first + 1, second)
                        .append(id + RANGE)
                        .append(select.tail, second + 1, select.tail.length());
            }
            readAll(statement.executeQuery(sql.toString()));
        }

        @Override
        void updateIndex(int table, int id) throws SQLException {
            send("UPDATE sbtest" + table + " SET k=k+1 WHERE id=" + id);
        }

        @Override
        void updateNonIndex(int table, int id, SplittableRandom random) throws SQLException {
            sql.setLength(0);
            sql.append("UPDATE sbtest").append(table).append(" SET c='");
            groups(sql, 10, random).append("' WHERE id=").append(id);
            send(sql.toString());
        }

        @Override
        void delete(int table, int id) throws SQLException {
            send("DELETE FROM sbtest" + table + " WHERE id=" + id);
        }

        @Override
        void insert(int table, int id, int k, SplittableRandom random) throws SQLException {
            sql.setLength(0);
            appendInsert(sql, table, id, k, random);
            send(sql.toString());
        }

        private void send(String text) throws SQLException {
            statement.executeUpdate(text);
        }
    }

    private static final class Prepared extends OltpTransaction {
        private final Statement begin;
        private final PreparedStatement commit;
        private final PreparedStatement[][] selects = new PreparedStatement[Select.values().length][];
        private final PreparedStatement[] updateIndex;
        private final PreparedStatement[] updateNonIndex;
        private final PreparedStatement[] delete;
        private final PreparedStatement[] insert;

        Prepared(Connection connection, String workload) throws SQLException {
            super(workload);
            begin = connection.createStatement(); // MySQL prepares no BEGIN
            commit = connection.prepareStatement("COMMIT");
            for (Select select : Select.values()) {
                selects[select.ordinal()] = byTable(connection, select.head, select.tail);
            }
            updateIndex = byTable(connection, "UPDATE sbtest", " SET k=k+1 WHERE id=?");
            updateNonIndex = byTable(connection, "UPDATE sbtest", " SET c=? WHERE id=?");
            delete = byTable(connection, "DELETE FROM sbtest", " WHERE id=?");
            insert = byTable(connection, "INSERT INTO sbtest", " (id, k, c, pad) VALUES (?, ?, ?, ?)");
        }

        private static PreparedStatement[] byTable(Connection connection, String head, String tail)
                throws SQLException {
            PreparedStatement[] statements = new PreparedStatement[BenchOptions.TABLES];
            for (int table = 1; table <= statements.length; table++) {
                statements[table - 1] = connection.prepareStatement(head + table + tail);
            }
            return statements;
        }

        @Override
        void begin() throws SQLException {
            begin.execute("BEGIN");
        }

        @Override
        void commit() throws SQLException {
            commit.execute();
        }

        @Override
        void select(Select select, int table, int id) throws SQLException {
            PreparedStatement statement = selects[select.ordinal()][table - 1];
            statement.setInt(1, id);
            if (select != Select.POINT) {
                statement.setInt(2, id + RANGE);
            }
            readAll(statement.executeQuery());
        }

        @Override
        void updateIndex(int table, int id) throws SQLException {
            PreparedStatement statement = updateIndex[table - 1];
            statement.setInt(1, id);
            statement.executeUpdate();
        }

        @Override
        void updateNonIndex(int table, int id, SplittableRandom random) throws SQLException {
            PreparedStatement statement = updateNonIndex[table - 1];
            statement.setString(1, groups(new StringBuilder(119), 10, random).toString());
            statement.setInt(2, id);
            statement.executeUpdate();
        }

        @Override
        void delete(int table, int id) throws SQLException {
            PreparedStatement statement = delete[table - 1];
            statement.setInt(1, id);
            statement.executeUpdate();
        }

        @Override
        void insert(int table, int id, int k, SplittableRandom random) throws SQLException {
            PreparedStatement statement = insert[table - 1];
            statement.setInt(1, id);
            statement.setInt(2, k);
            statement.setString(3, groups(new StringBuilder(119), 10, random).toString());
            statement.setString(4, groups(new StringBuilder(59), 5, random).toString());
            statement.executeUpdate();
        }
    }
}
