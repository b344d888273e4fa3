// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Numbers for drawing: whole ones as they are, others to six digits, on the x axis to nine; what is none as null. The x of several
 * series are the same more often than not, so they are written once, and evenly spaced ones as their beginning, step and number.
 */
final class Numbers {

    private static final MathContext DRAWN = new MathContext(6);
    private static final MathContext PLACED = new MathContext(9);
    private static final double LARGEST_WHOLE = 1e15;
    private static final double SAME_STEP = 1e-9;
    private static final int FEW = 3;

    private final JsonGenerator out;
    private final List<double[]> shared = new ArrayList<>();
    private final Map<Integer, List<Integer>> placesByHash = new HashMap<>();

    Numbers(JsonGenerator out) {
        this.out = out;
    }

    /** Keeps x until {@link #writeShared}, and tells their place there. */
    int share(double[] x) {
        List<Integer> places = placesByHash.computeIfAbsent(Arrays.hashCode(x), hash -> new ArrayList<>());
        for (int place : places) {
            if (Arrays.equals(shared.get(place), x)) {
                return place;
            }
        }
        shared.add(x);
        places.add(shared.size() - 1);
        return shared.size() - 1;
    }

    void writeShared() {
        out.writeStartArray();
        for (double[] x : shared) {
            if (isEven(x)) {
                out.writeStartObject();
                out.writeName("from");
                write(x[0], PLACED);
                out.writeName("step");
                write((x[x.length - 1] - x[0]) / (x.length - 1), PLACED);
                out.writeNumberProperty("count", x.length);
                out.writeEndObject();
            } else {
                write(x, PLACED);
            }
        }
        out.writeEndArray();
    }

    void write(double[] values) {
        write(values, DRAWN);
    }

    void write(@Nullable Double value) {
        write(value == null ? Double.NaN : value, PLACED);
    }

    private void write(double[] values, MathContext digits) {
        out.writeStartArray();
        for (double value : values) {
            write(value, digits);
        }
        out.writeEndArray();
    }

    private void write(double value, MathContext digits) {
        if (!Double.isFinite(value)) {
            out.writeNull();
        } else if (value == Math.rint(value) && Math.abs(value) < LARGEST_WHOLE) {
            out.writeNumber((long) value);
        } else {
            out.writeNumber(
                    new BigDecimal(value).round(digits).stripTrailingZeros().toString());
        }
    }

    private static boolean isEven(double[] x) {
        if (x.length < FEW) {
            return false;
        }
        double step = (x[x.length - 1] - x[0]) / (x.length - 1);
        for (int i = 0; i < x.length; i++) {
            if (!(Math.abs(x[i] - (x[0] + i * step)) <= SAME_STEP * Math.max(1, Math.abs(x[i])))) {
                return false;
            }
        }
        return true;
    }
}
