// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.time.DurationText;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses users' rates of transaction starts. */
public final class RateText {

    private static final String NUMBER = "(-?\\d{1,12}(?:\\.\\d{1,9})?)";
    private static final Pattern STEADY_RATE = Pattern.compile(NUMBER);
    private static final Pattern RAMP = Pattern.compile(NUMBER + "\\.\\." + NUMBER + "\\s+over\\s+(\\S+)");

    private RateText() {}

    /**
     * Parses starts per second: a number, or {@code A..B over TIME}. Returns empty for 0, which means a closed loop.
     *
     * @throws IllegalArgumentException if the text is invalid
     * @throws io.github.cdctester.failure.InvalidPlanException if a value is out of range
     */
    public static Optional<Rate> parse(String text) {
        Matcher ramp = RAMP.matcher(text.strip());
        if (ramp.matches()) {
            return Optional.of(Rate.ramp(
                    Double.parseDouble(ramp.group(1)),
                    Double.parseDouble(ramp.group(2)),
                    DurationText.parse(ramp.group(3))));
        }
        if (!STEADY_RATE.matcher(text.strip()).matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is neither a number of starts per second nor a ramp such as '0..20000 over 60s'");
        }
        double startsPerSecond = Double.parseDouble(text.strip());
        if (startsPerSecond < 0) {
            throw new IllegalArgumentException("'" + text + "' is below 0");
        }
        return startsPerSecond == 0 ? Optional.empty() : Optional.of(Rate.perSecond(startsPerSecond));
    }
}
