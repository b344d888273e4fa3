// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.SampleRow;
import org.jspecify.annotations.Nullable;

/** DT of each second: its percentiles over a heat map of all that arrived. */
final class DelayStrand implements Strand {

    private static final double LEAST_MILLIS = 0.001;
    private static final int HEIGHT = 340;

    /** For charts that have no maximum beside p99. */
    static final String OF_FEW = "A second with fewer than 100 values shows the longest.";

    private final Curves percentiles;
    private final DelayHeat heat;
    private boolean stuck;

    DelayStrand(int rows) {
        percentiles = new Curves(rows);
        heat = new DelayHeat(rows);
    }

    @Override
    public void take(SampleRow row, double from, double to) {
        DurationSummary delay = row.cdc().delay();
        DurationSummary known = delay.carried();
        percentiles.put("p50", "p50", to, shown(known.p50Millis()));
        percentiles.put("p95", "p95", to, shown(known.p95Millis()));
        percentiles.put("p99", "p99", to, shown(known.p99Millis()));
        percentiles.put("max", "max", to, shown(delay.maxMillis()));
        percentiles.endRow(to);
        heat.take(from, to, delay.count(), row.cdc().delayHistogram());
        stuck |= delay.count() == 0 && delay.maxMillis() != null;
    }

    /** Negatives are recorded as 0, which has no place on a logarithmic axis. */
    static @Nullable Double shown(@Nullable Double millis) {
        return millis == null ? null : (Double) Math.max(LEAST_MILLIS, millis);
    }

    Chart chart(@Nullable String source, Backdrop backdrop) {
        String what = DelaySource.HEARTBEAT.name().equals(source) ? "heartbeats" : "transactions";
        return new TimeChart("dt", "DT")
                .axis("DT", "ms", Scale.LOG)
                .series(heat.series(what))
                .series(percentiles.series(Shape.LINE, 0))
                .note(
                        source == null ? "" : "By " + source + ".",
                        heat.note(what),
                        stuck
                                ? "In seconds in which the stream was stuck, DT is the age of the oldest thing unread."
                                : "",
                        percentiles.note())
                .height(HEIGHT)
                .over(backdrop);
    }
}
