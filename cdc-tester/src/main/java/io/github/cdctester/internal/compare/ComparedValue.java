// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.limit.NamedNumber;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Summary.ProbeSummary;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A value that can be compared: a number of a run's result, the mean of a probe, or a value of experiments only.
 *
 * @param name its whole name
 * @param number its place in a run's result; {@code null} for other values
 */
record ComparedValue(String name, @Nullable NamedNumber number) {

    /** Prefix of probes' values. */
    static final String PROBES = "probes.";

    static final ComparedValue HIGHEST_RATE = new ComparedValue("answer.rate", null);

    /** Throws {@code IllegalArgumentException} if there is none of that name; the message has those near it. */
    static ComparedValue of(String name) {
        if (name.toLowerCase(Locale.ROOT).equals(HIGHEST_RATE.name())) {
            return HIGHEST_RATE;
        }
        if (name.startsWith(PROBES)) {
            return new ComparedValue(name, null);
        }
        NamedNumber number = NamedNumber.of(name);
        return new ComparedValue(number.name(), number);
    }

    /** The number in a run's result; {@code null} if it has none. */
    @Nullable
    Double in(RunResult run) {
        return number != null
                ? number.in(run)
                : run.summary().probes().stream()
                        .filter(probe -> name.equals(PROBES + probe.series()))
                        .findFirst()
                        .map(ProbeSummary::mean)
                        .orElse(null);
    }
}
