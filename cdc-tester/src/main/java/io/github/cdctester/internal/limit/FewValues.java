// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

import io.github.cdctester.result.DurationSummary;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Percentiles of too few values, by names such as {@code cdc.delay.p99Millis}. */
public final class FewValues {

    private static final Pattern PERCENTILE = Pattern.compile("(.+)\\.p(\\d{2})(\\d?)Millis");

    private FewValues() {}

    /**
     * Picks a value that may be printed.
     *
     * @return the value; {@code null} if it is missing, or is a percentile of too few values
     */
    public static <T> @Nullable T shown(Map<String, T> values, String name, ToDoubleFunction<T> number) {
        return of(name, count -> values.containsKey(count) ? number.applyAsDouble(values.get(count)) : null)
                        .isPresent()
                ? null
                : values.get(name);
    }

    /** The count of a percentile that it does not carry; empty for others, and where it is not known. */
    static OptionalLong of(String name, Function<String, @Nullable Double> values) {
        Matcher percentile = PERCENTILE.matcher(name);
        Double count = percentile.matches() ? values.apply(percentile.group(1) + ".count") : null;
        return count == null
                        || count == 0
                        || DurationSummary.carries(
                                Double.parseDouble(percentile.group(2) + "." + percentile.group(3) + "0"),
                                Math.round(count))
                ? OptionalLong.empty()
                : OptionalLong.of(Math.round(count));
    }
}
