// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.workload.StatementTally;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Queries the last order of a customer (TPC-C 2.6). */
final class OrderStatus extends Transaction {

    private final CustomerChoice choice;
    private final PreparedStatement customerQuery;
    private final PreparedStatement lastOrderQuery;
    private final PreparedStatement lineQuery;

    OrderStatus(Connection connection, Terminal terminal) throws SQLException {
        super(connection, terminal);
        choice = new CustomerChoice(this);
        customerQuery = prepare("SELECT c_id, c_balance, c_first, c_middle, c_last FROM customer"
                + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?");
        lastOrderQuery = prepare("SELECT o_id, o_carrier_id, o_entry_d FROM orders"
                + " WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ? ORDER BY o_id DESC LIMIT 1");
        lineQuery = prepare(
                "SELECT ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line"
                        + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?");
    }

    @Override
    Outcome execute(StatementTally tally) throws SQLException {
        int warehouse = terminal.homeWarehouse();
        int district = terminal.district();
        int customerId = choice.choose(warehouse, district, tally);
        if (readNumber(customerQuery, warehouse, district, customerId) < 0) {
            throw incomplete("customer", "no customer " + customerId + " of district " + district);
        }
        tally.read();
        int order = readNumber(lastOrderQuery, warehouse, district, customerId);
        tally.read();
        // after the load, every customer has an order
        if (order < 0 || readNumber(lineQuery, warehouse, district, order) < 0) {
            throw incomplete("orders", "no order with lines of customer " + customerId);
        }
        tally.read();
        return Outcome.READ;
    }

    /** Returns a number from 1; -1 without a row. */
    private static int readNumber(PreparedStatement query, int warehouse, int district, int number)
            throws SQLException {
        bind(query, 1, warehouse, district, number);
        try (ResultSet row = query.executeQuery()) {
            return row.next() ? row.getInt(1) : -1;
        }
    }
}
