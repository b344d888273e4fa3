// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/** Writes equal x values of several series only once. Evenly spaced values are written as start, step and count. */
final class SharedX {

    private static final double STEP_TOLERANCE = 1e-9;
    private static final int MIN_VALUES = 3;

    private record EvenlySpaced(double from, double step, int count) {}

    private final List<double[]> sharedValues = new ArrayList<>();
    private final Map<Integer, List<Integer>> indexesByHash = new HashMap<>();

    /** Writes an index instead of the values. */
    static final class IndexSerializer extends ValueSerializer<double[]> {
        @Override
        public void serialize(double[] x, JsonGenerator out, SerializationContext context) {
            out.writeNumber(((SharedX) context.getAttribute(SharedX.class)).indexOf(x));
        }
    }

    private int indexOf(double[] x) {
        List<Integer> indexes = indexesByHash.computeIfAbsent(Arrays.hashCode(x), hash -> new ArrayList<>());
        for (int index : indexes) {
            if (Arrays.equals(sharedValues.get(index), x)) {
                return index;
            }
        }
        sharedValues.add(x);
        indexes.add(sharedValues.size() - 1);
        return sharedValues.size() - 1;
    }

    @JsonValue
    private List<Object> values() {
        return sharedValues.stream().map(SharedX::value).toList();
    }

    private static Object value(double[] x) {
        if (x.length < MIN_VALUES) {
            return Arrays.stream(x).boxed().toList();
        }
        double step = (x[x.length - 1] - x[0]) / (x.length - 1);
        for (int i = 0; i < x.length; i++) {
            if (!(Math.abs(x[i] - (x[0] + i * step)) <= STEP_TOLERANCE * Math.max(1, Math.abs(x[i])))) {
                return Arrays.stream(x).boxed().toList(); // uneven values are written one by one
            }
        }
        return new EvenlySpaced(x[0], step, x.length);
    }
}
