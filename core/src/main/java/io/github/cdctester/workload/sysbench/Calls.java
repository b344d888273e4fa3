// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.internal.workload.SessionStatements;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Makes the scripts' statements of one session. */
final class Calls {

    private final SessionStatements statements;
    private final PsMode mode;
    private final int tables;
    private final boolean stamped;
    private final RowText text;

    Calls(SessionStatements statements, PsMode mode, SysbenchSchema schema, RowText text) {
        this.statements = statements;
        this.mode = mode;
        tables = schema.tables();
        stamped = schema.stamped();
        this.text = text;
    }

    /** A statement as the mode wants it. */
    Call call(SysbenchStatement template) throws SQLException {
        if (mode == PsMode.DISABLE) {
            return text(template);
        }
        PreparedStatement[] byTable = new PreparedStatement[tables];
        for (int table = 1; table <= tables; table++) {
            byTable[table - 1] = statements.prepare(template.sql(table, stamped));
        }
        return new PreparedCall(byTable, text);
    }

    /** A statement that is text in either mode. */
    Call text(SysbenchStatement template) {
        return new TextCall(statements.text(), template, stamped, text);
    }
}
