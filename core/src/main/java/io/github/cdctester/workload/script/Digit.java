// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.internal.yaml.YamlNode;
import io.github.cdctester.workload.script.ValueSource.Scope;
import io.github.cdctester.workload.script.ValueSource.ValueRandoms;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A column of a key, by a row's number from 1: {@code (row - 1) / divide % modulo + 1}. So the columns of a key are the digits of that
 * number, and each row has another key.
 *
 * @param row the value that is the row's number; {@code null} for the row that is made
 * @param modulo 0 for none
 * @param width as text with leading zeros, of so many characters; 0 for a number
 */
record Digit(String row, long divide, long modulo, int width) implements ValueSource {

    /** What the row that is made is called among the values of a table. */
    static final String MADE = "row";

    private static final long MOST = 1_000_000_000_000L;

    static Digit of(YamlNode node) {
        node.allow("digit", "divide", "modulo", "width");
        return new Digit(
                node.required("digit").text(),
                number(node.get("divide"), 1, MOST, 1),
                number(node.get("modulo"), 1, MOST, 0),
                (int) number(node.get("width"), 1, 3_072, 0));
    }

    private static long number(Optional<YamlNode> node, long least, long most, long otherwise) {
        return node.map(given -> given.wholeNumber(least, most)).orElse(otherwise);
    }

    @Override
    public Value value(ValueRandoms draws, Scope scope) {
        LongSupplier rows;
        if (row.equals(MADE)) {
            rows = draws.counters().sequence(this, 1);
        } else {
            Value.Numeric given = (Value.Numeric) scope.get(row);
            rows = given::present;
        }
        return width == 0
                ? new Value.Numeric(() -> digit(rows.getAsLong()), 0)
                : new Value.Whole(() -> padded(Long.toString(digit(rows.getAsLong()))));
    }

    private long digit(long number) {
        long digit = (number - 1) / divide;
        return (modulo == 0 ? digit : digit % modulo) + 1;
    }

    private String padded(String digits) {
        return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }
}
