// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.SampleRow;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The last minutes, second by second.
 *
 * @param from the number of the first second that is kept, from 0
 */
record Trend(long from, List<Second> seconds) {

    static final int LONGEST = 600;

    /** Seconds that a column can represent. */
    private static final int[] WIDTHS = {1, 2, 5, 10, 20, 30, 60, 120, 300, LONGEST};

    /**
     * The drawn values of a second; {@code NaN} if nothing arrived, there is no stream, another program writes, or the value is
     * unknown.
     */
    record Second(
            double delayMillis,
            double bytesPerSecond,
            double writesPerSecond,
            double queriesPerSecond,
            double behindBytes) {

        static Second of(SampleRow row) {
            SampleRow.Write write = row.write();
            SampleRow.Cdc cdc = row.cdc();
            Double delay = cdc == null ? null : cdc.delay().maxMillis();
            Long behind = cdc == null ? null : cdc.behindBytes();
            return new Second(
                    delay == null ? Double.NaN : Math.max(0, delay),
                    cdc == null ? Double.NaN : cdc.bytesPerSecond(),
                    write == null ? Double.NaN : write.transactionsPerSecond(),
                    write == null ? Double.NaN : write.queriesPerSecond(),
                    behind == null ? Double.NaN : behind);
        }
    }

    int secondsPerColumn(int columns) {
        return Arrays.stream(WIDTHS)
                .filter(width -> (long) width * columns >= seconds.size())
                .findFirst()
                .orElse(LONGEST);
    }

    /**
     * Picks a value for each column, the newest last: the highest of several seconds, so that no peak is hidden; {@code NaN} for
     * none.
     */
    double[] columns(ToDoubleFunction<Second> value, int columns) {
        int width = secondsPerColumn(columns);
        double[] values = new double[columns];
        Arrays.fill(values, Double.NaN);
        long last = (from + seconds.size() - 1) / width;
        for (int i = 0; i < seconds.size(); i++) {
            // by the second's number, so that a second stays with its neighbours while the picture moves
            long column = columns - 1 - (last - (from + i) / width);
            double number = value.applyAsDouble(seconds.get(i));
            if (column >= 0 && !Double.isNaN(number)) {
                int at = (int) column;
                values[at] = Double.isNaN(values[at]) ? number : Math.max(values[at], number);
            }
        }
        return values;
    }
}
