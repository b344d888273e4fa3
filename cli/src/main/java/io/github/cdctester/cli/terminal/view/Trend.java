// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.sample.SampleRow;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** @param firstSecond number of the first stored second, from 0 */
record Trend(long firstSecond, List<Second> seconds) {

    static final int MAX_SECONDS = 600;

    private static final int[] COLUMN_SECONDS = {1, 2, 5, 10, 20, 30, 60, 120, 300, MAX_SECONDS};

    /** A value is {@code NaN} if it is unknown, for example because nothing arrived, or the run has no stream or no writers. */
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
        return Arrays.stream(COLUMN_SECONDS)
                .filter(width -> (long) width * columns >= seconds.size())
                .findFirst()
                .orElse(MAX_SECONDS);
    }

    /**
     * Returns one value per column, from the oldest to the latest; {@code NaN} without data. A column of several seconds contains their
     * highest value, so that no peak is hidden.
     */
    double[] columns(ToDoubleFunction<Second> value, int columns) {
        int width = secondsPerColumn(columns);
        double[] values = new double[columns];
        Arrays.fill(values, Double.NaN);
        long lastColumn = (firstSecond + seconds.size() - 1) / width;
        for (int i = 0; i < seconds.size(); i++) {
            // grouped by the second's number, so that the same seconds share a column while the picture moves
            long column = columns - 1 - (lastColumn - (firstSecond + i) / width);
            double number = value.applyAsDouble(seconds.get(i));
            if (column >= 0 && !Double.isNaN(number)) {
                int index = (int) column;
                values[index] = Double.isNaN(values[index]) ? number : Math.max(values[index], number);
            }
        }
        return values;
    }
}
