// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.internal.workload.SharedWork;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Preparation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks for the consistency conditions, part by part, on several connections. */
final class ConsistencyChecks {

    private final int warehouses;

    ConsistencyChecks(int warehouses) {
        this.warehouses = warehouses;
    }

    List<Condition> run(Preparation work, Condition.Moment moment) throws SQLException, InterruptedException {
        List<Condition> results = new ArrayList<>();
        for (ConsistencyCondition condition : ConsistencyCondition.values()) {
            // every delivery changes what the eleventh compares
            if (condition != ConsistencyCondition.C11 || moment == Condition.Moment.AFTER_LOAD) {
                results.add(run(work, condition));
            }
        }
        return results;
    }

    private Condition run(Preparation work, ConsistencyCondition condition) throws SQLException, InterruptedException {
        int parts = switch (condition.part) {
            case ALL -> 1;
            case WAREHOUSE -> warehouses;
            case DISTRICT -> warehouses * Scale.DISTRICTS;
        };
        Found found = new Found();
        SharedWork.run(work, parts, (part, statement, checkpoint) -> {
            String query = switch (condition.part) {
                case ALL -> condition.query(warehouses, 0);
                case WAREHOUSE -> condition.query(part + 1, 0);
                case DISTRICT -> condition.query(part / Scale.DISTRICTS + 1, part % Scale.DISTRICTS + 1);
            };
            look(statement, query, part, found);
        });
        return found.condition(condition);
    }

    private static void look(Statement statement, String query, int part, Found found) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                found.add(part, rows);
            }
        }
    }

    /** The rows that break a condition: their number, and the first in the order of the parts. */
    private static final class Found {
        private long violations;
        private int firstPart = Integer.MAX_VALUE;
        private @Nullable String offender;

        synchronized void add(int part, ResultSet row) throws SQLException {
            violations++;
            if (part < firstPart) {
                firstPart = part;
                offender = Condition.words(row);
            }
        }

        synchronized Condition condition(ConsistencyCondition condition) {
            return new Condition(condition.number(), condition.statement, violations, Optional.ofNullable(offender));
        }
    }
}
