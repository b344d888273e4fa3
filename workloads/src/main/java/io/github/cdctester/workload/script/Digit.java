// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.internal.yaml.YamlBinder.Default;
import io.github.cdctester.internal.yaml.YamlBinder.Range;
import io.github.cdctester.workload.script.ValueSource.Scope;
import io.github.cdctester.workload.script.ValueSource.ValueRandoms;
import java.util.function.LongSupplier;

/**
 * A column of a composite key: {@code (row - 1) / divide % modulo + 1}, with row numbers from 1. The columns can be the digits of the
 * row's number, so that each row has a different key.
 *
 * @param digit name of a value, or {@value #ROW_NUMBER} for the number of the created row
 * @param modulo 0 for no modulo
 * @param width minimum characters, with leading zeros; 0 for a number
 */
record Digit(
        String digit,
        @Default("1") @Range(min = 1, max = Digit.MAX) long divide,
        @Default("0") @Range(max = Digit.MAX) long modulo,
        @Default("0") @Range(max = 3_072) int width)
        implements ValueSource {

    static final String ROW_NUMBER = "row";

    static final long MAX = 1_000_000_000_000L;

    @Override
    public Value value(ValueRandoms draws, Scope scope) {
        LongSupplier rowNumbers;
        if (digit.equals(ROW_NUMBER)) {
            rowNumbers = draws.counters().sequence(this, 1);
        } else {
            Value.Numeric rowNumber = (Value.Numeric) scope.get(digit);
            rowNumbers = rowNumber::current;
        }
        return width == 0
                ? new Value.Numeric(() -> digit(rowNumbers.getAsLong()), 0)
                : new Value.ObjectValue(() -> padWithZeros(Long.toString(digit(rowNumbers.getAsLong()))));
    }

    private long digit(long number) {
        long quotient = (number - 1) / divide;
        return (modulo == 0 ? quotient : quotient % modulo) + 1;
    }

    private String padWithZeros(String digits) {
        return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }
}
