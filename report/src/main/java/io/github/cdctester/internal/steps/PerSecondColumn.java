// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Stores an optional value of each second in eight bytes. Not thread-safe. */
final class PerSecondColumn {

    private static final int INITIAL_CAPACITY = 256;

    private double[] values = new double[INITIAL_CAPACITY];
    private int count;

    /** Seconds must be set in ascending order; {@code null} means no value. */
    void set(int index, @Nullable Number value) {
        if (index >= values.length) {
            values = Arrays.copyOf(values, Math.max(index + 1, values.length + values.length / 2));
        }
        Arrays.fill(values, count, index, Double.NaN);
        values[index] = value == null ? Double.NaN : value.doubleValue();
        count = index + 1;
    }

    boolean isKnown(int index) {
        return Double.isFinite(get(index));
    }

    double get(int index) {
        return index < count ? values[index] : Double.NaN;
    }

    int[] knownIndexes() {
        return IntStream.range(0, count).filter(this::isKnown).toArray();
    }

    /** Returns the index of a value. All values must be in ascending order. */
    int ascendingIndexOf(double value) {
        return Arrays.binarySearch(values, 0, count, value);
    }

    double[] valuesAt(int... indexes) {
        return IntStream.of(indexes).mapToDouble(this::get).toArray();
    }

    /** Returns the rounded sum of the known values; {@code null} if no value is known. */
    @Nullable
    Long sum(int... indexes) {
        double[] known = IntStream.of(indexes)
                .filter(this::isKnown)
                .mapToDouble(this::get)
                .toArray();
        return known.length == 0 ? null : (Long) Math.round(Arrays.stream(known).sum());
    }
}
