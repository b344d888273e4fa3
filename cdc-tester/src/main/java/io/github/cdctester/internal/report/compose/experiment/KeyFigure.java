// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Figure;
import java.util.List;

/**
 * A trial's value in a headline.
 *
 * @param value its name in result.json
 * @param scale its divisor
 */
public record KeyFigure(String name, String value, double scale, String unit) {

    /** Figures of a trial under load. */
    public static final List<KeyFigure> OF_LOADS = List.of(
            new KeyFigure("TPS", "cdc.transactionsPerSecond", 1, "/s"),
            millis("DT mean", "cdc.delay.meanMillis"),
            millis("DT p50", "cdc.delay.p50Millis"),
            millis("DT p99", "cdc.delay.p99Millis"),
            new KeyFigure("BPS", "cdc.bytesPerSecond", ShortNumber.MB, "MB/s"),
            new KeyFigure("EPS", "cdc.eventsPerSecond", 1, "/s"),
            new KeyFigure("write TPS", "write.transactionsPerSecond", 1, "/s"),
            new KeyFigure("write QPS", "write.queriesPerSecond", 1, "/s"));

    public static KeyFigure millis(String name, String value) {
        return new KeyFigure(name, value, 1, "ms");
    }

    public Figure of(double number, String note) {
        return new Figure(name, ShortNumber.of(number, scale), unit, note);
    }
}
