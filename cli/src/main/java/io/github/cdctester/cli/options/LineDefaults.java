// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.cli.terminal.view.Percentile;
import io.github.cdctester.failure.InvalidPlanException;
import java.util.List;
import java.util.Optional;

/**
 * Progress line options of a plan's loads. Options of the command take precedence.
 *
 * @param percentile latency percentiles with commas between, or 0 for none
 * @param reportInterval seconds between lines, from 0
 */
public record LineDefaults(Optional<String> percentile, Optional<Integer> reportInterval) {

    /** No load sets an option. */
    public static final LineDefaults NONE = new LineDefaults(Optional.empty(), Optional.empty());

    /** Throws {@code InvalidPlanException} if a value is out of range. */
    public LineDefaults {
        percentile.ifPresent(LineDefaults::percentiles);
        reportInterval.ifPresent(LineDefaults::refuseNegative);
    }

    /** Returns these options, completed by the others. */
    public LineDefaults or(LineDefaults others) {
        return new LineDefaults(percentile.or(others::percentile), reportInterval.or(others::reportInterval));
    }

    static List<Percentile> percentiles(String written) {
        try {
            return Percentile.parse(written);
        } catch (IllegalArgumentException e) {
            throw new InvalidPlanException(
                    "percentile",
                    written.isBlank() ? "empty" : written,
                    "numbers above 0, up to 100, with commas between, or 0 for none");
        }
    }

    static int refuseNegative(int seconds) {
        if (seconds < 0) {
            throw new InvalidPlanException("reportInterval", seconds, "a whole number from 0");
        }
        return seconds;
    }
}
