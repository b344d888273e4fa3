// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.internal.workload.BracketedTransactions;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.StatementTemplate.Sending;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import java.util.ArrayList;
import java.util.List;

/** BEGIN and COMMIT if the statements form a transaction, then the statements of each group. */
final class ScriptStatements {

    /**
     * @param times number of repetitions per transaction, from 1
     * @param firstTemplate index of the group's first template
     * @param asText true for one template per statement, with the table's number as first parameter; false for one prepared template
     *     per statement and table
     */
    record Part(StatementGroup group, int times, int firstTemplate, boolean asText) {

        int statementCount() {
            return SysbenchStatement.of(group).size();
        }
    }

    private final SysbenchSpec spec;
    private final boolean asText;
    private final Part[] parts;

    ScriptStatements(SysbenchSpec spec) {
        this.spec = spec;
        asText = spec.sending().psMode() == PsMode.DISABLE;
        List<Part> createdParts = new ArrayList<>();
        int firstTemplate = spec.inTransaction() ? 2 : 0;
        for (StatementGroup group : spec.script().groups()) {
            if (spec.count(group) > 0) {
                // like in sysbench, the INSERT of oltp_insert is never prepared
                Part part = new Part(group, spec.count(group), firstTemplate, asText || group == StatementGroup.INSERT);
                createdParts.add(part);
                firstTemplate += part.statementCount()
                        * (part.asText() ? 1 : spec.schema().tables());
            }
        }
        parts = createdParts.toArray(Part[]::new);
    }

    Part[] parts() {
        return parts;
    }

    /** BEGIN and COMMIT are counted as one, because some servers prepare only one of them. */
    int minPreparedStatements() {
        int perTable = 0;
        for (Part part : parts) {
            perTable += part.asText() ? 0 : part.statementCount();
        }
        return perTable * spec.schema().tables() + (spec.inTransaction() && !asText ? 1 : 0);
    }

    List<StatementTemplate> templates() {
        List<StatementTemplate> templates = new ArrayList<>();
        if (spec.inTransaction()) {
            templates.addAll(BracketedTransactions.brackets(spec.sending().psMode()));
        }
        boolean stamped = spec.schema().stamped();
        for (Part part : parts) {
            for (SysbenchStatement statement : SysbenchStatement.of(part.group())) {
                if (part.asText()) {
                    templates.add(new StatementTemplate(statement.sql("?", stamped), Sending.TEXT));
                    continue;
                }
                for (int table = 1; table <= spec.schema().tables(); table++) {
                    templates.add(
                            new StatementTemplate(statement.sql(String.valueOf(table), stamped), Sending.PREPARED));
                }
            }
        }
        return templates;
    }
}
