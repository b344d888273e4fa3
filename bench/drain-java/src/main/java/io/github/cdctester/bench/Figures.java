// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Formats the figures of several rounds. A list is {@code null} if the side had no successful round. */
final class Figures {

    private Figures() {}

    /** Returns {@code median (min–max)}. */
    static String spread(List<Map<String, Double>> runs, String format, ToDoubleFunction<Map<String, Double>> value) {
        if (runs == null) {
            return "failed";
        }
        double[] sorted = runs.stream().mapToDouble(value).sorted().toArray();
        return number(format, median(runs, value)) + " (" + number(format, sorted[0]) + "–"
                + number(format, sorted[sorted.length - 1]) + ")";
    }

    static double median(List<Map<String, Double>> runs, ToDoubleFunction<Map<String, Double>> value) {
        if (runs == null) {
            return Double.NaN;
        }
        double[] sorted = runs.stream().mapToDouble(value).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    static String number(String format, double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, format, value);
    }
}
