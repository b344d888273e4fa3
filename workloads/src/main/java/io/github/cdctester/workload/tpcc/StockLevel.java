// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.workload.StatementTally;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Counts the items with low stock in the last 20 orders of a district (TPC-C 2.8). */
final class StockLevel extends Transaction {

    private static final int LAST_ORDERS = 20;

    private final PreparedStatement districtQuery;
    private final PreparedStatement lowStockQuery;

    StockLevel(Connection connection, Terminal terminal) throws SQLException {
        super(connection, terminal);
        districtQuery = prepare("SELECT d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ?");
        lowStockQuery = prepare("SELECT COUNT(DISTINCT s_i_id) FROM order_line JOIN stock"
                + " ON s_w_id = ol_w_id AND s_i_id = ol_i_id WHERE ol_w_id = ? AND ol_d_id = ?"
                + " AND ol_o_id >= ? AND ol_o_id < ? AND s_quantity < ?");
    }

    @Override
    Outcome execute(StatementTally tally) throws SQLException {
        int warehouse = terminal.homeWarehouse();
        int districtId = terminal.district();
        int threshold = terminal.between(10, 20);
        bind(districtQuery, 1, warehouse, districtId);
        int nextOrder;
        try (ResultSet row = districtQuery.executeQuery()) {
            if (!row.next()) {
                throw incomplete("district", "no district " + districtId + " of warehouse " + warehouse);
            }
            nextOrder = row.getInt(1);
        }
        tally.read();
        bind(lowStockQuery, 1, warehouse, districtId, nextOrder - LAST_ORDERS, nextOrder, threshold);
        try (ResultSet row = lowStockQuery.executeQuery()) {
            row.next();
        }
        tally.read();
        return Outcome.READ;
    }
}
