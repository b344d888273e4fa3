// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.document.Band;
import io.github.cdctester.result.sample.SampleRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Maps a run's seconds to the time axis, whose origin is the start of the load. Times are sums of sample lengths, because
 * sample numbers would drift.
 */
public final class TimeAxis implements TimeSeriesBuilder {

    private final Instant startedAt;
    private final double warmUpSeconds;
    private int rowCount;
    private double start;
    private double end;
    private double measuredFrom;
    private double drainFrom = Double.NaN;
    private boolean hasMeasuredRow;

    TimeAxis(Instant startedAt, Duration warmUp) {
        this.startedAt = startedAt;
        warmUpSeconds = warmUp.toNanos() / 1e9;
    }

    @Override
    public void add(SampleRow row, double from, double to) {
        if (rowCount == 0) {
            start = from;
        }
        rowCount++;
        end = to;
        if (row.phase() == SampleRow.RunPart.WARM_UP) {
            measuredFrom = to;
        } else if (!hasMeasuredRow) {
            // results of runs longer than a day omit the first rows
            measuredFrom = rowCount > 1 || from == 0 ? from : warmUpSeconds;
            hasMeasuredRow = true;
        }
        if (row.phase() == SampleRow.RunPart.DRAIN && Double.isNaN(drainFrom)) {
            drainFrom = from;
        }
    }

    public double start() {
        return start;
    }

    public double end() {
        return end;
    }

    double measuredFrom() {
        return measuredFrom;
    }

    /** Limits {@code second} of the run to the range of the samples. */
    double within(double second) {
        return rowCount == 0 ? second : Math.max(start, Math.min(second, end));
    }

    /** {@code seconds} count from the start of the measured part. */
    public double ofMeasured(double seconds) {
        return measuredFrom + seconds;
    }

    public double ofInstant(Instant at) {
        return measuredFrom + Duration.between(startedAt, at).toNanos() / 1e9;
    }

    public List<Band> phaseBands() {
        List<Band> bands = new ArrayList<>();
        if (measuredFrom > start) {
            bands.add(new Band(start, measuredFrom, "warm-up", "warm-up"));
        }
        if (drainFrom < end) {
            bands.add(new Band(drainFrom, end, "drain", "drain"));
        }
        return bands;
    }
}
