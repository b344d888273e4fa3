// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import java.math.BigDecimal;
import java.math.MathContext;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Writes the numbers of charts. Integers are unchanged. Arrays are rounded to six significant digits, single numbers and x
 * values to nine digits. Missing numbers are null.
 */
final class Numbers {

    private static final MathContext SINGLE_NUMBER_DIGITS = new MathContext(9);
    private static final MathContext ARRAY_NUMBER_DIGITS = new MathContext(6);
    private static final double MAX_INTEGER = 1e15;

    private Numbers() {}

    static SimpleModule addTo(SimpleModule module) {
        ValueSerializer<Double> numberSerializer = new ValueSerializer<>() {
            @Override
            public void serialize(Double value, JsonGenerator out, SerializationContext context) {
                write(value, SINGLE_NUMBER_DIGITS, out);
            }
        };
        return module.addSerializer(Double.class, numberSerializer)
                .addSerializer(Double.TYPE, numberSerializer)
                .addSerializer(double[].class, new ValueSerializer<>() {
                    @Override
                    public void serialize(double[] values, JsonGenerator out, SerializationContext context) {
                        out.writeStartArray();
                        for (double value : values) {
                            write(value, ARRAY_NUMBER_DIGITS, out);
                        }
                        out.writeEndArray();
                    }
                });
    }

    private static void write(double value, MathContext digits, JsonGenerator out) {
        if (!Double.isFinite(value)) {
            out.writeNull();
        } else if (value == Math.rint(value) && Math.abs(value) < MAX_INTEGER) {
            out.writeNumber((long) value);
        } else {
            out.writeNumber(
                    new BigDecimal(value).round(digits).stripTrailingZeros().toString());
        }
    }
}
