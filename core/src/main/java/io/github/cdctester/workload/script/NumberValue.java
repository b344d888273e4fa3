// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.LongSupplier;

/** A whole number, or one with a fixed number of digits behind the point. */
final class NumberValue implements Value {

    private final LongSupplier numbers;
    private final int digits;
    private long present;

    /**
     * Creates the value.
     *
     * @param numbers draws it, in units of the last digit
     * @param digits how many digits are behind the point, from 0
     */
    NumberValue(LongSupplier numbers, int digits) {
        this.numbers = numbers;
        this.digits = digits;
    }

    /** In units of the last digit. */
    long present() {
        return present;
    }

    @Override
    public void draw() {
        present = numbers.getAsLong();
    }

    @Override
    public void bind(PreparedStatement statement, int parameter) throws SQLException {
        if (digits == 0) {
            statement.setLong(parameter, present);
        } else {
            statement.setBigDecimal(parameter, BigDecimal.valueOf(present, digits));
        }
    }

    @Override
    public void append(StringBuilder sql) {
        if (digits == 0) {
            sql.append(present);
        } else {
            sql.append(BigDecimal.valueOf(present, digits).toPlainString());
        }
    }
}
