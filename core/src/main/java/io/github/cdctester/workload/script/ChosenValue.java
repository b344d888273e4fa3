// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.internal.workload.random.WeightedChoice;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** One of several constants. */
final class ChosenValue implements Value {

    private final Value[] values;
    private final WeightedChoice choice;
    private Value present;

    ChosenValue(Value[] values, WeightedChoice choice) {
        this.values = values;
        this.choice = choice;
        present = values[0];
    }

    @Override
    public void draw() {
        present = values[choice.next()];
        present.draw();
    }

    @Override
    public void bind(PreparedStatement statement, int parameter) throws SQLException {
        present.bind(statement, parameter);
    }

    @Override
    public void append(StringBuilder sql) {
        present.append(sql);
    }
}
