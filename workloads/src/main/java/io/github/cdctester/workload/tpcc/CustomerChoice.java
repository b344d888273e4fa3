// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.workload.StatementTally;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/** Chooses a customer of a district: 60 % by last name, 40 % by number (TPC-C 2.5.1.2, 2.6.1.2). */
final class CustomerChoice {

    private final Terminal terminal;
    private final PreparedStatement customersByNameQuery;
    private int[] customers = new int[32];

    CustomerChoice(Transaction transaction) throws SQLException {
        terminal = transaction.terminal;
        customersByNameQuery = transaction.prepare(
                "SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY c_first");
    }

    /** Among customers with the same last name, returns the customer in the middle by first name, rounded up. */
    int choose(int warehouse, int district, StatementTally tally) throws SQLException {
        if (!terminal.withProbability(60)) {
            return terminal.customer();
        }
        String name = terminal.lastName();
        customersByNameQuery.setString(Transaction.bind(customersByNameQuery, 1, warehouse, district), name);
        int count = 0;
        try (ResultSet row = customersByNameQuery.executeQuery()) {
            while (row.next()) {
                if (count == customers.length) {
                    customers = Arrays.copyOf(customers, 2 * count);
                }
                customers[count++] = row.getInt(1);
            }
        }
        tally.read();
        if (count == 0) {
            throw Transaction.incomplete("customer", "nobody named " + name + " in district " + district);
        }
        return customers[(count - 1) / 2];
    }
}
