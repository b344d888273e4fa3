// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The settings of a comparison.
 *
 * @param values names of values; empty for the default values
 * @param confidence minimum probability that a comparison of equal runs reports no difference, at least 0.5 and below 1
 */
public record ComparisonSpec(List<String> values, List<Allowance> allowed, double confidence) {

    public static final double DEFAULT_CONFIDENCE = 0.95;

    private static final double MIN_CONFIDENCE = 0.5;

    static final List<String> DEFAULT_VALUES = Stream.of(
                    ResultValues.WRITE_TPS,
                    ResultValues.WRITE_QPS,
                    ResultValues.LATENCY.p50(),
                    ResultValues.LATENCY.p95(),
                    ResultValues.LATENCY.p99(),
                    ResultValues.DELAY.p50(),
                    ResultValues.DELAY.p99(),
                    ResultValues.DELAY.max(),
                    ResultValues.CDC_BPS,
                    ResultValues.CDC_EPS,
                    ResultValues.CDC_TPS,
                    ResultValues.CATCH_UP,
                    ResultValues.TESTER_CPU)
            .map(ResultValue::name)
            .toList();

    public ComparisonSpec {
        values = List.copyOf(values);
        allowed = List.copyOf(allowed);
        if (!(confidence >= MIN_CONFIDENCE && confidence < 1)) {
            throw new InvalidPlanException(
                    "confidence", Math.round(confidence * 1e8) / 1e6 + " %", "a percentage from 50 and below 100");
        }
        values.forEach(ComparisonSpec::value);
    }

    /** @param allowed changes such as {@code delay.p99 +10%} */
    public static ComparisonSpec allowing(List<String> allowed) {
        return new ComparisonSpec(
                List.of(), allowed.stream().map(Allowance::parse).toList(), DEFAULT_CONFIDENCE);
    }

    /** Returns each value once: the values named by the user, or else the defaults, and then all values with an allowance. */
    List<ComparedValue> values(List<String> defaults) {
        Map<String, ComparedValue> valueByName = new LinkedHashMap<>();
        Stream.concat(
                        (values.isEmpty() ? defaults : values).stream().map(ComparisonSpec::value),
                        allowed.stream().map(Allowance::value))
                .forEach(value -> valueByName.putIfAbsent(value.name(), value));
        return List.copyOf(valueByName.values());
    }

    boolean isRequested(ComparedValue value) {
        return !values.isEmpty()
                || allowed.stream()
                        .anyMatch(allowance -> allowance.value().name().equals(value.name()));
    }

    private static ComparedValue value(String name) {
        try {
            return ComparedValue.of(name.strip());
        } catch (IllegalArgumentException e) {
            throw new InvalidPlanException("values", String.valueOf(e.getMessage()));
        }
    }
}
