// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

import java.time.Duration;

/** Parses durations written by users: seconds, or a number with ms, s, m or h. */
public final class DurationText {

    private static final double MAX_SECONDS = 365.0 * 24 * 3600;

    private DurationText() {}

    /**
     * Parses a duration of at least 0.
     *
     * @throws IllegalArgumentException if the text is not a duration; the message lists the valid forms
     */
    public static Duration parse(String text) {
        String number = text.replaceAll("(ms|s|m|h)$", "");
        double factor = switch (text.substring(number.length())) {
            case "ms" -> 0.001;
            case "m" -> 60;
            case "h" -> 3_600;
            default -> 1;
        };
        if (!number.matches("\\d{1,12}(\\.\\d{1,9})?") || Double.parseDouble(number) * factor > MAX_SECONDS) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a duration: give seconds from 0, or a number with ms, s, m or h");
        }
        return Duration.ofNanos(Math.round(Double.parseDouble(number) * factor * 1e9));
    }
}
