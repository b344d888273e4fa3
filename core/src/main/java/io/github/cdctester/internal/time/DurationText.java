// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

import java.time.Duration;

/** Parses users' durations: seconds, or a number with ms, s, m or h. */
public final class DurationText {

    private static final int MAX_HOURS = 365 * 24;

    private static final double MAX_SECONDS = 3_600.0 * MAX_HOURS;

    private DurationText() {}

    /** @throws IllegalArgumentException if the text is not a duration from 0 to 365 days; the message contains the valid form */
    public static Duration parse(String text) {
        String number = text.replaceAll("(ms|s|m|h)$", "");
        double factor = switch (text.substring(number.length())) {
            case "ms" -> 0.001;
            case "m" -> 60;
            case "h" -> 3_600;
            default -> 1;
        };
        boolean isNumber = number.matches("\\d+(\\.\\d{1,9})?");
        if (isNumber && Double.parseDouble(number) * factor > MAX_SECONDS) {
            throw new IllegalArgumentException("'" + text + "' is too long: give at most " + MAX_HOURS + "h");
        }
        if (!isNumber) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a duration: give seconds from 0, or a number with ms, s, m or h");
        }
        return Duration.ofNanos(Math.round(Double.parseDouble(number) * factor * 1e9));
    }
}
