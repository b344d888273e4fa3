// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.internal.workload.BulkStatements;
import io.github.cdctester.internal.workload.SharedWork;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/** Inserts the initial rows of the tables (TPC-C 4.3.3.1). Confined to one thread. */
final class RowInserter {

    private static final int CENT_DIGITS = 2;
    private static final int RATE_DIGITS = 4;
    private static final int INITIAL_QUANTITY = 5;

    private final BulkStatements statements;
    private final IntConsumer onInserted;
    private final SplittableRandom random;
    private final RandomText text;

    private final String now;

    /** {@code now} is the quoted value of all dates, so delivered lines have the date of their order. */
    RowInserter(BulkStatements statements, SplittableRandom random, String now, IntConsumer onInserted) {
        this.statements = statements;
        this.random = random;
        this.onInserted = onInserted;
        this.now = now;
        text = new RandomText(random);
    }

    void insertItems(int firstItem, int lastItem, SharedWork.Checkpoint checkpoint)
            throws SQLException, InterruptedException {
        MultiRowInsert items = insertInto("item (i_id, i_im_id, i_name, i_price, i_data)");
        for (int item = firstItem; item <= lastItem; item++) {
            StringBuilder row = items.beginRow().append(item).append(',').append(text.between(1, 10_000));
            text.appendLettersAndDigits(appendComma(row), 14, 24);
            text.appendDecimal(appendComma(row), 100, 10_000, CENT_DIGITS);
            text.appendData(appendComma(row), 26, 50);
            flushIfFull(items, checkpoint);
        }
        items.flush();
    }

    void insertWarehouse(int warehouse) throws SQLException {
        MultiRowInsert warehouses =
                insertInto("warehouse (w_id, w_name, w_street_1, w_street_2, w_city, w_state, w_zip, w_tax, w_ytd)");
        StringBuilder row = warehouses.beginRow().append(warehouse);
        text.appendLettersAndDigits(appendComma(row), 6, 10);
        text.appendAddress(appendComma(row));
        text.appendDecimal(appendComma(row), 0, 2_000, RATE_DIGITS);
        row.append(",300000.00");
        warehouses.flush();
        MultiRowInsert districts =
                insertInto("district (d_id, d_w_id, d_name, d_street_1, d_street_2, d_city, d_state, d_zip,"
                        + " d_tax, d_ytd, d_next_o_id)");
        for (int district = 1; district <= Scale.DISTRICTS; district++) {
            row = districts.beginRow().append(district).append(',').append(warehouse);
            text.appendLettersAndDigits(appendComma(row), 6, 10);
            text.appendAddress(appendComma(row));
            text.appendDecimal(appendComma(row), 0, 2_000, RATE_DIGITS);
            row.append(",30000.00,").append(Scale.CUSTOMERS + 1);
        }
        districts.flush();
    }

    void insertStock(int warehouse, int firstItem, int lastItem, SharedWork.Checkpoint checkpoint)
            throws SQLException, InterruptedException {
        MultiRowInsert stock =
                insertInto("stock (s_i_id, s_w_id, s_quantity, s_dist_01, s_dist_02, s_dist_03, s_dist_04,"
                        + " s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10, s_ytd, s_order_cnt, s_remote_cnt,"
                        + " s_data)");
        for (int item = firstItem; item <= lastItem; item++) {
            StringBuilder row = stock.beginRow().append(item).append(',').append(warehouse);
            row.append(',').append(text.between(10, 100));
            for (int district = 0; district < Scale.DISTRICTS; district++) {
                text.appendLettersAndDigits(appendComma(row), 24, 24);
            }
            row.append(",0,0,0");
            text.appendData(appendComma(row), 26, 50);
            flushIfFull(stock, checkpoint);
        }
        stock.flush();
    }

    void insertCustomers(int warehouse, int district, SharedWork.Checkpoint checkpoint)
            throws SQLException, InterruptedException {
        MultiRowInsert customers = insertInto("customer (c_id, c_d_id, c_w_id, c_first, c_middle, c_last, c_street_1,"
                + " c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit, c_credit_lim, c_discount, c_balance,"
                + " c_ytd_payment, c_payment_cnt, c_delivery_cnt, c_data)");
        MultiRowInsert history =
                insertInto("history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)");
        for (int customer = 1; customer <= Scale.CUSTOMERS; customer++) {
            // each of the first thousand customers has a different last name, so that every name exists
            int name = customer <= NonUniform.LastNames.COUNT
                    ? customer - 1
                    : NonUniform.draw(
                            random,
                            NonUniform.LAST_NAME_A,
                            NonUniform.LAST_NAME_C_LOAD,
                            0,
                            NonUniform.LastNames.COUNT - 1);
            StringBuilder row = appendKey(customers.beginRow(), customer, district, warehouse);
            text.appendLettersAndDigits(appendComma(row), 8, 16);
            row.append(",'OE','").append(NonUniform.LastNames.of(name)).append('\'');
            text.appendAddress(appendComma(row));
            text.appendDigits(appendComma(row), 16);
            row.append(',')
                    .append(now)
                    .append(",'")
                    .append(text.withProbability(10) ? "BC" : "GC")
                    .append("',50000.00");
            text.appendDecimal(appendComma(row), 0, 5_000, RATE_DIGITS);
            row.append(",-10.00,10.00,1,0");
            text.appendLettersAndDigits(appendComma(row), 300, 500);
            flushIfFull(customers, checkpoint);

            row = appendKey(history.beginRow(), customer, district, warehouse);
            row.append(',').append(district).append(',').append(warehouse);
            row.append(',').append(now).append(",10.00");
            text.appendLettersAndDigits(appendComma(row), 12, 24);
            flushIfFull(history, checkpoint);
        }
        customers.flush();
        history.flush();
    }

    /** Orders from {@link Scale#FIRST_UNDELIVERED} on are undelivered. */
    void insertOrders(int warehouse, int district, SharedWork.Checkpoint checkpoint)
            throws SQLException, InterruptedException {
        MultiRowInsert orders =
                insertInto("orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local)");
        MultiRowInsert newOrders = insertInto("new_order (no_o_id, no_d_id, no_w_id)");
        MultiRowInsert lines = insertInto("order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id,"
                + " ol_delivery_d, ol_quantity, ol_amount, ol_dist_info)");
        int[] customers = text.permutation(Scale.CUSTOMERS);
        for (int order = 1; order <= customers.length; order++) {
            boolean isDelivered = order < Scale.FIRST_UNDELIVERED;
            int lineCount = text.between(Scale.MIN_LINES, Scale.MAX_LINES);
            StringBuilder row = appendKey(orders.beginRow(), order, district, warehouse);
            row.append(',').append(customers[order - 1]);
            row.append(',').append(now).append(',');
            row.append(isDelivered ? Integer.toString(text.between(1, 10)) : "NULL");
            row.append(',').append(lineCount).append(",1");
            flushIfFull(orders, checkpoint);
            if (!isDelivered) {
                appendKey(newOrders.beginRow(), order, district, warehouse);
            }
            for (int number = 1; number <= lineCount; number++) {
                row = appendKey(lines.beginRow(), order, district, warehouse);
                row.append(',').append(number).append(',').append(text.between(1, Scale.ITEMS));
                row.append(',').append(warehouse).append(',').append(isDelivered ? now : "NULL");
                row.append(',').append(INITIAL_QUANTITY).append(',');
                if (isDelivered) {
                    row.append("0.00");
                } else {
                    text.appendDecimal(row, 1, 999_999, CENT_DIGITS);
                }
                text.appendLettersAndDigits(appendComma(row), 24, 24);
                flushIfFull(lines, checkpoint);
            }
        }
        orders.flush();
        newOrders.flush();
        lines.flush();
    }

    private MultiRowInsert insertInto(String table) {
        return new MultiRowInsert(statements, table, onInserted);
    }

    private static void flushIfFull(MultiRowInsert insert, SharedWork.Checkpoint checkpoint)
            throws SQLException, InterruptedException {
        if (insert.isFull()) {
            checkpoint.throwIfStopped();
            insert.flush();
        }
    }

    private static StringBuilder appendKey(StringBuilder row, int number, int district, int warehouse) {
        return row.append(number).append(',').append(district).append(',').append(warehouse);
    }

    private static StringBuilder appendComma(StringBuilder row) {
        return row.append(',');
    }

    private static final class MultiRowInsert {

        /** Far below the smallest default of max_allowed_packet. */
        static final int MAX_STATEMENT_CHARACTERS = 512 * 1024;

        private final BulkStatements statements;
        private final String insertStart;
        private final IntConsumer onInserted;
        private final StringBuilder sql = new StringBuilder(MAX_STATEMENT_CHARACTERS + 1024);
        private int rows;

        MultiRowInsert(BulkStatements statements, String table, IntConsumer onInserted) {
            this.statements = statements;
            this.onInserted = onInserted;
            insertStart = "INSERT INTO " + table + " VALUES ";
        }

        /** The caller appends the values, separated by commas. */
        StringBuilder beginRow() {
            return sql.append(rows++ == 0 ? insertStart : "),").append('(');
        }

        boolean isFull() {
            return sql.length() >= MAX_STATEMENT_CHARACTERS;
        }

        void flush() throws SQLException {
            if (rows == 0) {
                return;
            }
            statements.execute(sql.append(')').toString());
            onInserted.accept(rows);
            sql.setLength(0);
            rows = 0;
        }
    }
}
