// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.value;

import io.github.cdctester.internal.value.ValueRow.Need;
import io.github.cdctester.result.Comparison.Better;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.EnumSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A named value of a run's result.
 *
 * @param label a short name for tables and charts, such as {@code DT p99}
 */
public record ResultValue(ValueRow<MeasuredRun> row, String label) {

    /** Returns the full name in result.json, such as {@code cdc.delay.p99Millis}. */
    public String name() {
        return row.name();
    }

    public ResultValue labelled(String newLabel) {
        return new ResultValue(row, newLabel);
    }

    public Dimension dimension() {
        return row.dimension();
    }

    public Better better() {
        return row.better();
    }

    /** Each phase of a plan also has values of the stream. */
    public boolean isOfStream() {
        return row.needs().contains(Need.CDC);
    }

    /** Returns true for values of all loads together. Each phase of a plan also has such values. */
    public boolean isOfWrites() {
        return row.needs().equals(EnumSet.of(Need.WRITES));
    }

    /** Returns {@code null} if the value concerns the whole run. */
    public @Nullable String load() {
        return row.needs().contains(Need.LOAD) ? row.key() : null;
    }

    /** Returns {@code null} if the value concerns the run. */
    public @Nullable String consumer() {
        return row.needs().contains(Need.CONSUMER) ? row.key() : null;
    }

    public boolean needsStream() {
        return row.needs().contains(Need.STREAM);
    }

    public boolean needsWrites() {
        return row.needs().contains(Need.WRITES);
    }

    /**
     * Returns the factor that converts a number in another unit to this value's unit.
     *
     * @param unit unit of a probe: {@code bytes}, {@code percent}, a unit of time, or {@code none} for this value's unit;
     *     {@code /s} may follow
     * @throws IllegalArgumentException if the unit does not belong to the value's dimension
     */
    public double scaleOf(String unit) {
        String plain = unit.replaceFirst("/s$", "");
        return switch (plain) {
            case "none" -> 1;
            case "bytes" -> dimension().inJsonUnit(1, "B");
            case "percent" -> dimension().inJsonUnit(1, "%");
            default -> dimension().hasUnits() ? dimension().inJsonUnit(1, plain) : 1;
        };
    }

    /** Returns {@code null} if the value was not measured. */
    public @Nullable Double valueIn(MeasuredRun run) {
        return row.of(run);
    }

    public @Nullable Double valueIn(RunResult run) {
        return valueIn(MeasuredRun.of(run));
    }

    /** Returns {@code null} if the value is not a delay, or was not measured. */
    public @Nullable String sourceIn(RunResult run) {
        return row.source().apply(MeasuredRun.of(run));
    }

    /** Returns {@code null} if the value was not measured, or does not exist per second. */
    public @Nullable Double valueIn(SampleRow second) {
        ValueRow<SampleRow> rowOfSecond = SecondRows.SECOND.find(name());
        return rowOfSecond == null ? null : rowOfSecond.of(second);
    }

    /**
     * Returns the number of measurements if they are too few for this percentile. Returns empty if they are sufficient, or if
     * the value is not a percentile.
     */
    public OptionalLong insufficientCount(MeasuredRun run) {
        return countIfTooFew(count -> count.of(run));
    }

    /**
     * Returns {@code null} if the value is unknown, or if it is a percentile with too few measurements.
     *
     * @param values all values by name
     */
    public <V> @Nullable V displayable(Map<String, V> values, ToDoubleFunction<V> number) {
        V value = values.get(name());
        OptionalLong insufficientCount = countIfTooFew(count -> {
            V countValue = values.get(count.name());
            return countValue == null ? null : (Double) number.applyAsDouble(countValue);
        });
        return insufficientCount.isPresent() ? null : value;
    }

    private OptionalLong countIfTooFew(Function<ValueRow<MeasuredRun>, @Nullable Double> values) {
        Double count = row.count() == null ? null : values.apply(row.count());
        return count == null || count == 0 || DurationSummary.isMeaningful(row.percent(), Math.round(count))
                ? OptionalLong.empty()
                : OptionalLong.of(Math.round(count));
    }
}
