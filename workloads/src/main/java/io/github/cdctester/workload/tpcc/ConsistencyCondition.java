// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.internal.workload.SqlSection;
import java.util.List;

/**
 * A consistency condition of TPC-C (3.3.2), which the resource {@code conditions.sql} defines.
 *
 * @param scope the rows that one query covers
 */
record ConsistencyCondition(String number, QueryScope scope, String formula, String query) {

    static final List<ConsistencyCondition> ALL = SqlSection.read(ConsistencyCondition.class, "conditions.sql").stream()
            .map(ConsistencyCondition::of)
            .toList();

    enum QueryScope {
        ALL,
        WAREHOUSE,
        DISTRICT
    }

    private static ConsistencyCondition of(SqlSection section) {
        String[] head = section.head().split(" ");
        String[] body = section.body().split("\n", 2);
        return new ConsistencyCondition(head[0], QueryScope.valueOf(head[1]), body[0], body[1]);
    }

    String query(int warehouse, int district) {
        return query.replace("{w}", Integer.toString(warehouse)).replace("{d}", Integer.toString(district));
    }
}
