// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.workload.ConsistentWorkload;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A file with checks: each is a SELECT whose rows are what breaks a condition. */
final class CheckedScriptWorkload extends ScriptWorkload implements ConsistentWorkload {

    CheckedScriptWorkload(Scripted spec, Script script, SharedNumbers numbers) {
        super(spec, script, numbers);
    }

    @Override
    public List<Condition> conditions(Preparation work, Condition.Moment moment)
            throws SQLException, InterruptedException {
        List<Condition> found = new ArrayList<>();
        try (Connection connection = work.connections().connection();
                Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            for (Map.Entry<String, String> check : script().checks().entrySet()) {
                work.failIfStopped();
                long violations = 0;
                String offender = null;
                try (ResultSet rows = statement.executeQuery(check.getValue())) {
                    while (rows.next()) {
                        offender = violations++ == 0 ? Condition.words(rows) : offender;
                    }
                }
                found.add(new Condition(
                        check.getKey(),
                        "no row of " + check.getValue().strip().replaceAll("\\s+", " "),
                        violations,
                        Optional.ofNullable(offender)));
            }
        }
        return found;
    }
}
