// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.workload.Workload.Balance;
import io.github.cdctester.workload.Workload.Balance.Term;
import java.util.List;

/**
 * Those of the specification's conditions (3.3.2) that are sums over rows: what one side of them gains in a transaction, the
 * other side gains in the same one. The others ask for a highest number, or for rows that no transaction touches.
 */
final class TransactionBalances {

    private static final List<String> WAREHOUSE = List.of("w_id");
    private static final List<String> DISTRICT = List.of("d_w_id", "d_id");

    static final List<Balance> ALL = List.of(
            new Balance(
                    ConsistencyCondition.C1.number(),
                    ConsistencyCondition.C1.statement,
                    List.of(
                            new Term("warehouse", WAREHOUSE, "w_ytd", 1),
                            new Term("district", List.of("d_w_id"), "d_ytd", -1))),
            new Balance(
                    ConsistencyCondition.C4.number(),
                    ConsistencyCondition.C4.statement,
                    List.of(
                            new Term("orders", List.of("o_w_id", "o_d_id"), "o_ol_cnt", 1),
                            new Term("order_line", List.of("ol_w_id", "ol_d_id"), null, -1))),
            new Balance(
                    ConsistencyCondition.C8.number(),
                    ConsistencyCondition.C8.statement,
                    List.of(
                            new Term("warehouse", WAREHOUSE, "w_ytd", 1),
                            new Term("history", List.of("h_w_id"), "h_amount", -1))),
            new Balance(
                    ConsistencyCondition.C9.number(),
                    ConsistencyCondition.C9.statement,
                    List.of(
                            new Term("district", DISTRICT, "d_ytd", 1),
                            new Term("history", List.of("h_w_id", "h_d_id"), "h_amount", -1))));

    private TransactionBalances() {}
}
