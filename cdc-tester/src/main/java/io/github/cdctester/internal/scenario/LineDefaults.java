// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Options for progress lines, from a plan's loads.
 *
 * @param percentile separated by commas; 0 for none
 * @param reportInterval seconds, from 0
 */
public record LineDefaults(Optional<String> percentile, Optional<Integer> reportInterval) {

    public static final LineDefaults NONE = new LineDefaults(Optional.empty(), Optional.empty());

    /** Throws {@code InvalidPlanException} if a value is out of range. */
    public LineDefaults {
        percentile.ifPresent(LineDefaults::percentiles);
        reportInterval.ifPresent(LineDefaults::refuseNegative);
    }

    public LineDefaults or(LineDefaults fallback) {
        return new LineDefaults(percentile.or(fallback::percentile), reportInterval.or(fallback::reportInterval));
    }

    /**
     * Numbers above 0, up to 100, with at most three decimals. A single {@code 0} means no percentiles, as in sysbench.
     *
     * @throws InvalidPlanException if the text has another form
     */
    public static List<Double> percentiles(String text) {
        List<String> numbers =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        if (numbers.equals(List.of("0"))) {
            return List.of();
        }
        return numbers.stream()
                .map(number -> percentile(number, text))
                .distinct()
                .toList();
    }

    private static double percentile(String number, String text) {
        double percent = number.matches("\\d{1,3}(\\.\\d{1,3})?") ? Double.parseDouble(number) : 0;
        if (percent <= 0 || percent > 100) {
            throw new InvalidPlanException(
                    "percentile", text, "numbers above 0, up to 100, with commas between, or 0 for none");
        }
        return percent;
    }

    public static int refuseNegative(int seconds) {
        if (seconds < 0) {
            throw new InvalidPlanException("reportInterval", seconds, "a whole number from 0");
        }
        return seconds;
    }
}
