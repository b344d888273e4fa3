// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A manual change that violates some of TPC-C's consistency conditions.
 *
 * @param numbers comma-separated numbers of the violated conditions, as in clause 3.3.2 of the specification
 * @param messagePrefix start of the error message about one of the conditions
 * @param violation statement that makes the change
 * @param reversal statement that reverts the change
 */
record BrokenRow(String numbers, String messagePrefix, String violation, String reversal) {

    private static final List<BrokenRow> ALL = List.of(
            new BrokenRow(
                    "1,8",
                    "warehouse 1, w_ytd 300001.00",
                    "UPDATE warehouse SET w_ytd = w_ytd + 1 WHERE w_id = 1",
                    "UPDATE warehouse SET w_ytd = w_ytd - 1 WHERE w_id = 1"),
            new BrokenRow(
                    "2",
                    "warehouse 1, district 3, d_next_o_id 3002",
                    "UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = 1 AND d_id = 3",
                    "UPDATE district SET d_next_o_id = d_next_o_id - 1 WHERE d_w_id = 1 AND d_id = 3"),
            new BrokenRow(
                    "3,11",
                    "warehouse 1, district 4",
                    "INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES (0, 4, 1)",
                    "DELETE FROM new_order WHERE no_o_id = 0"),
            new BrokenRow(
                    "4,6",
                    "warehouse 1, district 5",
                    "UPDATE orders SET o_ol_cnt = o_ol_cnt + 1 WHERE o_w_id = 1 AND o_d_id = 5 AND o_id = 1",
                    "UPDATE orders SET o_ol_cnt = o_ol_cnt - 1 WHERE o_w_id = 1 AND o_d_id = 5 AND o_id = 1"),
            new BrokenRow(
                    "5,7",
                    "warehouse 1, district 6, o_id 1, o_carrier_id null",
                    "UPDATE orders SET o_carrier_id = NULL WHERE o_w_id = 1 AND o_d_id = 6 AND o_id = 1",
                    "UPDATE orders SET o_carrier_id = 5 WHERE o_w_id = 1 AND o_d_id = 6 AND o_id = 1"),
            new BrokenRow(
                    "6",
                    "warehouse 1, district 7, o_id",
                    "UPDATE orders SET o_ol_cnt = o_ol_cnt + IF(o_id = 1, 1, -1)"
                            + " WHERE o_w_id = 1 AND o_d_id = 7 AND o_id <= 2",
                    "UPDATE orders SET o_ol_cnt = o_ol_cnt - IF(o_id = 1, 1, -1)"
                            + " WHERE o_w_id = 1 AND o_d_id = 7 AND o_id <= 2"),
            new BrokenRow(
                    "7",
                    "warehouse 1, district 8, ol_o_id 1, ol_number 2, ol_delivery_d null",
                    "UPDATE order_line SET ol_delivery_d = NULL"
                            + " WHERE ol_w_id = 1 AND ol_d_id = 8 AND ol_o_id = 1 AND ol_number = 2",
                    "UPDATE order_line l"
                            + " JOIN orders o ON o_w_id = ol_w_id AND o_d_id = ol_d_id AND o_id = ol_o_id"
                            + " SET ol_delivery_d = o_entry_d"
                            + " WHERE ol_w_id = 1 AND ol_d_id = 8 AND ol_o_id = 1 AND ol_number = 2"),
            new BrokenRow(
                    "8,9,10",
                    "warehouse 1,",
                    "UPDATE history SET h_amount = h_amount + 1 WHERE h_c_w_id = 1 AND h_c_d_id = 9 AND h_c_id = 1",
                    "UPDATE history SET h_amount = h_amount - 1 WHERE h_c_w_id = 1 AND h_c_d_id = 9 AND h_c_id = 1"),
            new BrokenRow(
                    "9",
                    "warehouse 1, district 1, d_ytd 30000.00, sum(h_amount) 29990.00",
                    "UPDATE history SET h_d_id = 2 WHERE h_c_w_id = 1 AND h_c_d_id = 1 AND h_c_id = 1",
                    "UPDATE history SET h_d_id = 1 WHERE h_c_w_id = 1 AND h_c_d_id = 1 AND h_c_id = 1"),
            new BrokenRow(
                    "10",
                    "warehouse 1, district 10, c_id 3, c_balance -9.00",
                    "UPDATE customer SET c_balance = c_balance + 1, c_ytd_payment = c_ytd_payment - 1"
                            + " WHERE c_w_id = 1 AND c_d_id = 10 AND c_id = 3",
                    "UPDATE customer SET c_balance = c_balance - 1, c_ytd_payment = c_ytd_payment + 1"
                            + " WHERE c_w_id = 1 AND c_d_id = 10 AND c_id = 3"),
            new BrokenRow(
                    "5,11",
                    "warehouse 1, district 2",
                    "INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES (2100, 2, 1)",
                    "DELETE FROM new_order WHERE no_o_id = 2100"),
            new BrokenRow(
                    "12",
                    "warehouse 1, district 10, c_id 3, c_balance -10.00, c_ytd_payment 11.00, sum(ol_amount) 0.00",
                    "UPDATE customer SET c_ytd_payment = c_ytd_payment + 1"
                            + " WHERE c_w_id = 1 AND c_d_id = 10 AND c_id = 3",
                    "UPDATE customer SET c_ytd_payment = c_ytd_payment - 1"
                            + " WHERE c_w_id = 1 AND c_d_id = 10 AND c_id = 3"));

    static Stream<BrokenRow> all() {
        return ALL.stream();
    }

    Set<String> conditions() {
        return Arrays.stream(numbers.split(","))
                .map(number -> "3.3.2." + number)
                .collect(Collectors.toSet());
    }

    @Override
    public String toString() {
        return numbers;
    }
}
