// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.value.Dimension;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import java.util.List;

/** Formats values of trials in their units. */
public final class ValueFormat {

    public static final List<ResultValue> HEADLINE_VALUES = List.of(
            ResultValues.CDC_TPS,
            ResultValues.DELAY.mean(),
            ResultValues.DELAY.p50(),
            ResultValues.DELAY.p99(),
            ResultValues.CDC_BPS,
            ResultValues.CDC_EPS,
            ResultValues.WRITE_TPS,
            ResultValues.WRITE_QPS);

    private ValueFormat() {}

    public static Figure of(ResultValue value, double number, String note) {
        return new Figure(value.label(), ShortNumber.of(number, unit(value).size()), symbol(value), note);
    }

    public static String symbol(ResultValue value) {
        return value.dimension() == Dimension.PER_SECOND ? "/s" : unit(value).symbol();
    }

    public static Column column(ResultValue value) {
        return column(
                value,
                switch (value.dimension()) {
                    case MILLIS -> 3;
                    case SECONDS, BYTES, BYTES_PER_SECOND -> 2;
                    default -> 1;
                });
    }

    public static Column column(ResultValue value, int digits) {
        return Column.number(value.name(), value.label(), unit(value), digits);
    }

    public static Unit unit(ResultValue value) {
        return switch (value.dimension()) {
            case MILLIS -> Unit.MILLIS;
            case SECONDS -> Unit.SECONDS;
            case PERCENT -> Unit.PERCENT;
            case BYTES -> Unit.MEGABYTES;
            case BYTES_PER_SECOND -> Unit.MEGABYTES_PER_SECOND;
            default -> Unit.NONE;
        };
    }
}
