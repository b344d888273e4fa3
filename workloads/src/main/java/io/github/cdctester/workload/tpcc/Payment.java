// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.workload.StatementTally;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A customer pays (TPC-C 2.5). The rows with the most contention are locked last: the district, then the warehouse. */
final class Payment extends Transaction {

    private static final int MAX_DATA_CHARACTERS = 500;

    private final RowStamp stamp;
    private final CustomerChoice choice;
    private final PreparedStatement warehouseUpdate;
    private final PreparedStatement districtUpdate;
    private final PreparedStatement addressQuery;
    private final PreparedStatement customerQuery;
    private final PreparedStatement customerUpdate;
    private final PreparedStatement badCustomerUpdate;
    private final PreparedStatement historyInsert;

    Payment(Connection connection, Terminal terminal, RowStamp stamp) throws SQLException {
        super(connection, terminal);
        this.stamp = stamp;
        choice = new CustomerChoice(this);
        warehouseUpdate = prepare("UPDATE warehouse SET w_ytd = w_ytd + ?" + stamp.setClause() + " WHERE w_id = ?");
        districtUpdate =
                prepare("UPDATE district SET d_ytd = d_ytd + ?" + stamp.setClause() + " WHERE d_w_id = ? AND d_id = ?");
        addressQuery = prepare("SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip, d_name,"
                + " d_street_1, d_street_2, d_city, d_state, d_zip FROM warehouse JOIN district ON d_w_id = w_id"
                + " WHERE w_id = ? AND d_id = ?");
        customerQuery = prepare("SELECT c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip,"
                + " c_phone, c_credit, c_credit_lim, c_discount, c_balance, c_since FROM customer"
                + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ? FOR UPDATE");
        String update = "UPDATE customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,"
                + " c_payment_cnt = c_payment_cnt + 1%s" + stamp.setClause()
                + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
        customerUpdate = prepare(update.formatted(""));
        badCustomerUpdate =
                prepare(update.formatted(", c_data = LEFT(CONCAT(?, c_data), " + MAX_DATA_CHARACTERS + ")"));
        historyInsert =
                prepare("INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount," + " h_data"
                        + stamp.columnNames() + ") VALUES (?, ?, ?, ?, ?, NOW(), ?, ?" + stamp.placeholders() + ")");
    }

    @Override
    Outcome execute(StatementTally tally) throws SQLException {
        int warehouse = terminal.homeWarehouse();
        int district = terminal.district();
        boolean isLocal = terminal.withProbability(85);
        int customerWarehouse = isLocal ? warehouse : terminal.otherWarehouse(warehouse);
        int customerDistrict = isLocal ? district : terminal.district();
        BigDecimal amount = BigDecimal.valueOf(terminal.between(100, 500_000), 2);

        String historyData = historyData(warehouse, district);
        tally.read();
        int customerId = choice.choose(customerWarehouse, customerDistrict, tally);
        boolean isBadCredit = hasBadCredit(customerWarehouse, customerDistrict, customerId);
        tally.read();
        int parameter = 1;
        PreparedStatement update = isBadCredit ? badCustomerUpdate : customerUpdate;
        update.setBigDecimal(parameter++, amount);
        update.setBigDecimal(parameter++, amount);
        if (isBadCredit) {
            update.setString(
                    parameter++,
                    customerId + " " + customerDistrict + " " + customerWarehouse + " " + district + " " + warehouse
                            + " " + amount + " | ");
        }
        bind(update, stamp.bind(update, parameter, tally), customerWarehouse, customerDistrict, customerId);
        tally.updated("customer", update.executeUpdate());
        tally.write();
        bind(historyInsert, 1, customerId, customerDistrict, customerWarehouse, district, warehouse);
        historyInsert.setBigDecimal(6, amount);
        historyInsert.setString(7, historyData);
        stamp.bind(historyInsert, 8, tally);
        tally.inserted("history", historyInsert.executeUpdate());
        tally.write();
        districtUpdate.setBigDecimal(1, amount);
        bind(districtUpdate, stamp.bind(districtUpdate, 2, tally), warehouse, district);
        tally.updated("district", districtUpdate.executeUpdate());
        tally.write();
        warehouseUpdate.setBigDecimal(1, amount);
        warehouseUpdate.setInt(stamp.bind(warehouseUpdate, 2, tally), warehouse);
        tally.updated("warehouse", warehouseUpdate.executeUpdate());
        tally.write();
        return Outcome.WRITTEN;
    }

    /** The names of warehouse and district, separated by four spaces. */
    private String historyData(int warehouse, int district) throws SQLException {
        bind(addressQuery, 1, warehouse, district);
        try (ResultSet row = addressQuery.executeQuery()) {
            if (!row.next()) {
                throw incomplete("district", "no district " + district + " of warehouse " + warehouse);
            }
            return row.getString(1) + "    " + row.getString(7);
        }
    }

    private boolean hasBadCredit(int warehouse, int district, int customerId) throws SQLException {
        bind(customerQuery, 1, warehouse, district, customerId);
        try (ResultSet row = customerQuery.executeQuery()) {
            if (!row.next()) {
                throw incomplete("customer", "no customer " + customerId + " of district " + district);
            }
            return "BC".equals(row.getString(10));
        }
    }
}
