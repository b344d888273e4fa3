// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** What a parameter or a column has at present. Confined to one thread. */
interface Value {

    /** Takes the next one. */
    void draw();

    /** Gives it to a prepared statement. */
    void bind(PreparedStatement statement, int parameter) throws SQLException;

    /** Writes it into the text of a statement. */
    void append(StringBuilder sql);
}
