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

/** Delivers the oldest new order of each district in one transaction (TPC-C 2.7). */
final class Delivery extends Transaction {

    private final RowStamp stamp;
    private final PreparedStatement oldestOrderQuery;
    private final PreparedStatement newOrderDelete;
    private final PreparedStatement customerQuery;
    private final PreparedStatement orderUpdate;
    private final PreparedStatement lineUpdate;
    private final PreparedStatement amountQuery;
    private final PreparedStatement customerUpdate;

    /** Only the first {@code orderCount} elements are valid. */
    private final int[] districts = new int[Scale.DISTRICTS];

    /** One for each of {@link #districts}. */
    private final int[] orders = new int[Scale.DISTRICTS];

    private final int[] customerByDistrict = new int[Scale.DISTRICTS + 1];
    private final @Nullable BigDecimal[] amountByDistrict = new BigDecimal[Scale.DISTRICTS + 1];
    private int orderCount;

    Delivery(Connection connection, Terminal terminal, RowStamp stamp) throws SQLException {
        super(connection, terminal);
        this.stamp = stamp;
        // reads one index row per district; MIN(no_o_id) with GROUP BY would read all rows
        oldestOrderQuery = prepare("SELECT d_id, (SELECT no_o_id FROM new_order WHERE no_w_id = d_w_id"
                + " AND no_d_id = d_id ORDER BY no_o_id LIMIT 1) FROM district WHERE d_w_id = ?");
        newOrderDelete = prepare("DELETE FROM new_order WHERE " + anyOf("no_w_id", "no_d_id", "no_o_id"));
        customerQuery = prepare("SELECT o_d_id, o_c_id FROM orders WHERE " + anyOf("o_w_id", "o_d_id", "o_id"));
        orderUpdate = prepare("UPDATE orders SET o_carrier_id = ?" + stamp.setClause() + " WHERE "
                + anyOf("o_w_id", "o_d_id", "o_id"));
        lineUpdate = prepare("UPDATE order_line SET ol_delivery_d = NOW()" + stamp.setClause() + " WHERE "
                + anyOf("ol_w_id", "ol_d_id", "ol_o_id"));
        amountQuery = prepare("SELECT ol_d_id, SUM(ol_amount) FROM order_line WHERE "
                + anyOf("ol_w_id", "ol_d_id", "ol_o_id") + " GROUP BY ol_d_id");
        customerUpdate = prepare("UPDATE customer SET c_balance = c_balance + ?, c_delivery_cnt ="
                + " c_delivery_cnt + 1" + stamp.setClause() + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?");
    }

    /** MySQL and MariaDB execute this condition as ten primary-key ranges, unlike IN with pairs. */
    private static String anyOf(String warehouse, String district, String order) {
        String condition = "(" + district + " = ? AND " + order + " = ?)";
        return warehouse + " = ? AND (" + condition + (" OR " + condition).repeat(Scale.DISTRICTS - 1) + ")";
    }

    @Override
    Outcome execute(StatementTally tally) throws SQLException {
        int warehouse = terminal.homeWarehouse();
        int carrier = terminal.between(1, 10);
        do {
            readOldestOrders(warehouse);
            tally.read();
            if (orderCount == 0) {
                return Outcome.READ; // nothing to deliver, so the delivery is skipped (2.7.4.2)
            }
            tally.write();
        } while (!deleteNewOrders(warehouse, tally));
        readCustomers(warehouse);
        tally.read();
        orderUpdate.setInt(1, carrier);
        tally.updated(
                "orders",
                bindOrders(orderUpdate, stamp.bind(orderUpdate, 2, tally), warehouse)
                        .executeUpdate());
        tally.write();
        tally.updated(
                "order_line",
                bindOrders(lineUpdate, stamp.bind(lineUpdate, 1, tally), warehouse)
                        .executeUpdate());
        tally.write();
        readAmounts(warehouse);
        tally.read();
        updateCustomers(warehouse, tally);
        return Outcome.WRITTEN;
    }

    /** Uses no locks: a lock on the oldest row includes the gap before it, and would block new orders of the next district. */
    private void readOldestOrders(int warehouse) throws SQLException {
        oldestOrderQuery.setInt(1, warehouse);
        orderCount = 0;
        try (ResultSet row = oldestOrderQuery.executeQuery()) {
            while (row.next()) {
                int order = row.getInt(2);
                if (!row.wasNull()) {
                    districts[orderCount] = row.getInt(1);
                    orders[orderCount++] = order;
                }
            }
        }
    }

    /** Rolls back and returns false if another delivery deleted one of these rows first. */
    private boolean deleteNewOrders(int warehouse, StatementTally tally) throws SQLException {
        int deleted = bindOrders(newOrderDelete, 1, warehouse).executeUpdate();
        tally.deleted("new_order", deleted);
        if (deleted == orderCount) {
            return true;
        }
        connection.rollback();
        tally.onRollback();
        tally.other();
        return false;
    }

    /** If there are fewer than ten orders, repeats the last order. */
    private PreparedStatement bindOrders(PreparedStatement statement, int firstParameter, int warehouse)
            throws SQLException {
        int parameter = bind(statement, firstParameter, warehouse);
        for (int i = 0; i < Scale.DISTRICTS; i++) {
            parameter = bind(
                    statement, parameter, districts[Math.min(i, orderCount - 1)], orders[Math.min(i, orderCount - 1)]);
        }
        return statement;
    }

    private void readCustomers(int warehouse) throws SQLException {
        int rows = 0;
        try (ResultSet row = bindOrders(customerQuery, 1, warehouse).executeQuery()) {
            while (row.next()) {
                customerByDistrict[row.getInt(1)] = row.getInt(2);
                rows++;
            }
        }
        if (rows < orderCount) {
            throw incomplete("orders", "only " + rows + " of " + orderCount + " orders that new_order has");
        }
    }

    private void readAmounts(int warehouse) throws SQLException {
        int rows = 0;
        try (ResultSet row = bindOrders(amountQuery, 1, warehouse).executeQuery()) {
            while (row.next()) {
                amountByDistrict[row.getInt(1)] = row.getBigDecimal(2);
                rows++;
            }
        }
        if (rows < orderCount) {
            throw incomplete("order_line", "lines for only " + rows + " of " + orderCount + " orders");
        }
    }

    private void updateCustomers(int warehouse, StatementTally tally) throws SQLException {
        for (int i = 0; i < orderCount; i++) {
            int district = districts[i];
            customerUpdate.setBigDecimal(1, Objects.requireNonNull(amountByDistrict[district]));
            bind(
                    customerUpdate,
                    stamp.bind(customerUpdate, 2, tally),
                    warehouse,
                    district,
                    customerByDistrict[district]);
            tally.updated("customer", customerUpdate.executeUpdate());
            tally.write();
        }
    }
}
