// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The growth of the server's log compared with the speed of reading, and, while the stream was behind, when it would have caught
 * up. The growth is computed from the read bytes and the change of the backlog, because the server reports no more.
 */
public final class PaceChart implements TimeSeriesBuilder {

    /** Seconds of history for a forecast. */
    private static final int LOOK_BACK = 5;

    /** Below this, in seconds of reading, the stream counts as caught up: the end of the log is queried at another moment. */
    private static final double MIN_BEHIND_SECONDS = 2;

    /** Position of the stream at a moment. */
    public record Moment(double second, double behindBytes, double readBytes) {}

    private final Curves rates;
    private final Curves forecast;
    private final Deque<Moment> before = new ArrayDeque<>();
    private double readBytes;
    private int secondsBehind;
    private Moment most = new Moment(0, 0, 0);
    private @Nullable Moment last;

    PaceChart(int rows) {
        rates = new Curves(rows);
        forecast = new Curves(rows);
    }

    @Override
    public void take(SampleRow row, double from, double to) {
        readBytes += row.stream().bytes();
        rates.put("read", "bytes", to, row.stream().bytesPerSecond() / TimeChart.MB);
        Long behind = row.stream().behindBytes();
        if (behind == null) {
            before.clear();
        } else {
            Moment now = new Moment(to, behind, readBytes);
            Moment previous = before.peekLast();
            if (previous != null && to > previous.second()) {
                double written = now.behindBytes()
                        - previous.behindBytes()
                        + row.stream().bytes();
                rates.put("written", "write", to, Math.max(0, written) / (to - previous.second()) / TimeChart.MB);
            }
            before.addLast(now);
            if (before.size() > LOOK_BACK) {
                before.removeFirst();
            }
            last(now);
            catchUpSeconds().ifPresent(seconds -> forecast.put("caught up in", "forecast", to, seconds));
        }
        rates.endRow(to);
        forecast.endRow(to);
    }

    private void last(Moment now) {
        last = now;
        secondsBehind += isBehind() ? 1 : 0;
        most = now.behindBytes() > most.behindBytes() ? now : most;
    }

    /** Returns true if it has more to read than the reading of two seconds is. */
    public boolean isBehind() {
        Moment first = before.peekFirst();
        Moment now = last;
        if (first == null || now == null || now.second() <= first.second()) {
            return false;
        }
        double perSecond = (now.readBytes() - first.readBytes()) / (now.second() - first.second());
        return now.behindBytes() > Math.max(TimeChart.MB, MIN_BEHIND_SECONDS * perSecond);
    }

    /** Returns the bytes per second by which it approaches the end of the log; negative if it falls back. */
    public double closingBytesPerSecond() {
        Moment first = before.peekFirst();
        Moment now = last;
        return first == null || now == null || now.second() <= first.second()
                ? 0
                : (first.behindBytes() - now.behindBytes()) / (now.second() - first.second());
    }

    /** When it will have caught up, at the speed of the last seconds; empty if it is not behind, or will not. */
    public OptionalDouble catchUpSeconds() {
        Moment now = last;
        double closing = closingBytesPerSecond();
        return now == null || !isBehind() || closing <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(now.behindBytes() / closing);
    }

    /** Returns true if the server reported the end of its log. */
    public boolean isKnown() {
        return last != null;
    }

    public int secondsBehind() {
        return secondsBehind;
    }

    /** When it was behind most. */
    public Moment most() {
        return most;
    }

    /** Its lag at the end. */
    public double lastBehindBytes() {
        return last == null ? 0 : last.behindBytes();
    }

    public Chart over(ChartAnnotations annotations) {
        TimeChart chart = new TimeChart("pace", "The log as it was written, and as it was read")
                .axis("log", "MB/s", Scale.LINEAR)
                .series(rates.series(Shape.LINE, 0))
                .note(
                        isKnown()
                                ? "Written is computed from what was read and from how far the stream fell behind,"
                                        + " asked once a second: single seconds are not exact."
                                : "How fast the log grew is not known: the server did not tell where it ends.",
                        rates.note());
        if (!forecast.isEmpty()) {
            chart.axis("caught up in", "s", Scale.LINEAR)
                    .series(forecast.series(Shape.LINE, 1))
                    .note("The forecast is how long the stream still needs at the speed of the last " + LOOK_BACK
                            + " seconds; while it falls back there is none.");
        }
        return chart.over(annotations);
    }
}
