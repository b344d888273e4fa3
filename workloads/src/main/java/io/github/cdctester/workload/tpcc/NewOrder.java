// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.workload.StatementTally;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A customer orders 5 to 15 items (TPC-C 2.4); the statements may be in any order (2.3.1). The district comes last, because all its
 * orders and payments wait for its lock. All transactions lock in the same order to avoid deadlocks: stock or customer, then district,
 * then warehouse.
 */
final class NewOrder extends Transaction {

    private static final String PLACEHOLDERS = "?" + ", ?".repeat(Scale.MAX_LINES - 1);

    private final RowStamp stamp;
    private final PreparedStatement customerQuery;
    private final PreparedStatement districtQuery;
    private final PreparedStatement nextOrderUpdate;
    private final PreparedStatement orderInsert;
    private final PreparedStatement newOrderInsert;
    private final PreparedStatement itemQuery;
    private final PreparedStatement stockQuery;
    private final PreparedStatement stockUpdate;
    private final @Nullable PreparedStatement[] lineInserts = new PreparedStatement[Scale.MAX_LINES + 1];
    private final OrderLines lines = new OrderLines();

    NewOrder(Connection connection, Terminal terminal, RowStamp stamp) throws SQLException {
        super(connection, terminal);
        this.stamp = stamp;
        customerQuery = prepare("SELECT c_discount, c_last, c_credit, w_tax FROM customer JOIN warehouse"
                + " ON w_id = c_w_id WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?");
        districtQuery = prepare("SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = ? AND d_id = ? FOR UPDATE");
        nextOrderUpdate =
                prepare("UPDATE district SET d_next_o_id = ?" + stamp.setClause() + " WHERE d_w_id = ? AND d_id = ?");
        orderInsert = prepare("INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local"
                + stamp.columnNames() + ") VALUES (?, ?, ?, ?, NOW(), ?, ?" + stamp.placeholders() + ")");
        newOrderInsert = prepare("INSERT INTO new_order (no_o_id, no_d_id, no_w_id" + stamp.columnNames()
                + ") VALUES (?, ?, ?" + stamp.placeholders() + ")");
        // always has all placeholders, so that one prepared statement suffices; the last item is repeated
        itemQuery = prepare("SELECT i_id, i_price, i_name, i_data FROM item WHERE i_id IN (" + PLACEHOLDERS + ")");
        stockQuery = prepare("SELECT s_i_id, s_quantity, ELT(?, s_dist_01, s_dist_02, s_dist_03, s_dist_04,"
                + " s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10), s_data FROM stock"
                + " WHERE s_w_id = ? AND s_i_id IN (" + PLACEHOLDERS + ") FOR UPDATE");
        stockUpdate = prepare("UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt ="
                + " s_order_cnt + 1, s_remote_cnt = s_remote_cnt + ?" + stamp.setClause()
                + " WHERE s_w_id = ? AND s_i_id = ?");
    }

    @Override
    Outcome execute(StatementTally tally) throws SQLException {
        int warehouse = terminal.homeWarehouse();
        int districtId = terminal.district();
        int customerId = terminal.customer();
        lines.draw(terminal, warehouse);

        readCustomer(warehouse, districtId, customerId);
        tally.read();
        int foundItems = readItems();
        tally.read();
        if (foundItems < lines.validCount) {
            throw incomplete("item", "of " + lines.validCount + " items only " + foundItems);
        }
        // an invalid last item causes a rollback after the other items were ordered, so that the rollback undoes
        // changes (2.4.2.3)
        readStock(warehouse, districtId, tally);
        updateStock(warehouse, tally);
        int orderId = takeOrderId(warehouse, districtId, tally);
        insertOrder(orderId, districtId, warehouse, customerId, tally);
        tally.inserted("order_line", insertLines(orderId, districtId, warehouse, tally));
        tally.write();
        return lines.validCount < lines.count ? Outcome.ROLLED_BACK : Outcome.WRITTEN;
    }

    private void readCustomer(int warehouse, int districtId, int customerId) throws SQLException {
        bind(customerQuery, 1, warehouse, districtId, customerId);
        try (ResultSet row = customerQuery.executeQuery()) {
            if (!row.next()) {
                throw incomplete("customer", "no customer " + customerId + " of district " + districtId);
            }
        }
    }

    private int takeOrderId(int warehouse, int districtId, StatementTally tally) throws SQLException {
        bind(districtQuery, 1, warehouse, districtId);
        int orderId;
        try (ResultSet row = districtQuery.executeQuery()) {
            if (!row.next()) {
                throw incomplete("district", "no district " + districtId + " of warehouse " + warehouse);
            }
            orderId = row.getInt(1);
        }
        tally.read();
        nextOrderUpdate.setInt(1, orderId + 1);
        bind(nextOrderUpdate, stamp.bind(nextOrderUpdate, 2, tally), warehouse, districtId);
        tally.updated("district", nextOrderUpdate.executeUpdate());
        tally.write();
        return orderId;
    }

    private void insertOrder(int orderId, int districtId, int warehouse, int customerId, StatementTally tally)
            throws SQLException {
        int allLocal = lines.allLocal ? 1 : 0;
        stamp.bind(
                orderInsert,
                bind(orderInsert, 1, orderId, districtId, warehouse, customerId, lines.count, allLocal),
                tally);
        tally.inserted("orders", orderInsert.executeUpdate());
        tally.write();
        stamp.bind(newOrderInsert, bind(newOrderInsert, 1, orderId, districtId, warehouse), tally);
        tally.inserted("new_order", newOrderInsert.executeUpdate());
        tally.write();
    }

    private int readItems() throws SQLException {
        for (int parameter = 0; parameter < Scale.MAX_LINES; parameter++) {
            itemQuery.setInt(parameter + 1, lines.items[Math.min(parameter, lines.count - 1)]);
        }
        int foundItems = 0;
        try (ResultSet row = itemQuery.executeQuery()) {
            while (row.next()) {
                int line = lines.lineOf(row.getInt(1));
                lines.priceCents[line] = row.getBigDecimal(2).unscaledValue().longValue();
                foundItems++;
            }
        }
        return foundItems;
    }

    /** Usually one warehouse supplies all lines. */
    private void readStock(int warehouse, int districtId, StatementTally tally) throws SQLException {
        for (int firstLine = 0; firstLine < lines.validCount; firstLine = lines.nextSupplierLine(firstLine)) {
            int endLine = lines.nextSupplierLine(firstLine);
            bind(stockQuery, 1, districtId, lines.suppliers[firstLine]);
            for (int parameter = 0; parameter < Scale.MAX_LINES; parameter++) {
                stockQuery.setInt(parameter + 3, lines.items[Math.min(firstLine + parameter, endLine - 1)]);
            }
            int foundItems = 0;
            try (ResultSet row = stockQuery.executeQuery()) {
                while (row.next()) {
                    int line = lines.lineOf(row.getInt(1));
                    lines.stock[line] = row.getInt(2);
                    lines.distInfo[line] = row.getString(3);
                    foundItems++;
                }
            }
            tally.read();
            if (foundItems < endLine - firstLine) {
                throw incomplete(
                        "stock",
                        "only " + foundItems + " of " + (endLine - firstLine) + " items in warehouse " + warehouse);
            }
        }
    }

    private void updateStock(int warehouse, StatementTally tally) throws SQLException {
        for (int line = 0; line < lines.validCount; line++) {
            int remainingStock = OrderLines.stockAfter(lines.stock[line], lines.quantities[line]);
            int remote = lines.suppliers[line] == warehouse ? 0 : 1;
            int parameter = bind(stockUpdate, 1, remainingStock, lines.quantities[line], remote);
            bind(stockUpdate, stamp.bind(stockUpdate, parameter, tally), lines.suppliers[line], lines.items[line]);
            // not as a batch, which the driver would prepare again each time
            tally.updated("stock", stockUpdate.executeUpdate());
            tally.write();
        }
    }

    private int insertLines(int orderId, int districtId, int warehouse, StatementTally tally) throws SQLException {
        PreparedStatement insert = lineInsert(lines.validCount);
        int parameter = 1;
        for (int line = 0; line < lines.validCount; line++) {
            parameter = bind(insert, parameter, orderId, districtId, warehouse, line + 1);
            parameter = bind(insert, parameter, lines.items[line], lines.suppliers[line], lines.quantities[line]);
            insert.setBigDecimal(parameter++, BigDecimal.valueOf(lines.quantities[line] * lines.priceCents[line], 2));
            insert.setString(parameter++, lines.distInfo[line]);
            parameter = stamp.bind(insert, parameter, tally);
        }
        return insert.executeUpdate();
    }

    private PreparedStatement lineInsert(int rows) throws SQLException {
        PreparedStatement insert = lineInserts[rows];
        if (insert == null) {
            String row = "(?, ?, ?, ?, ?, ?, ?, ?, ?" + stamp.placeholders() + ")";
            insert = prepare("INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id,"
                    + " ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info" + stamp.columnNames() + ") VALUES " + row
                    + (", " + row).repeat(rows - 1));
            lineInserts[rows] = insert;
        }
        return Objects.requireNonNull(insert);
    }
}
