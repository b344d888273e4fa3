// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Supplier;

/** A text, also a date or a time in the form that the server reads. */
final class TextValue implements Value {

    private final Supplier<String> texts;
    private String present = "";

    TextValue(Supplier<String> texts) {
        this.texts = texts;
    }

    @Override
    public void draw() {
        present = texts.get();
    }

    @Override
    public void bind(PreparedStatement statement, int parameter) throws SQLException {
        statement.setString(parameter, present);
    }

    @Override
    public void append(StringBuilder sql) {
        Literals.text(sql, present);
    }
}
