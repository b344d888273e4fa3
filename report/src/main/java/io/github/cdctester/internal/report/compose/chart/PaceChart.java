// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Compares the growth of the server's log with the reading speed. Forecasts when a stream will catch up. The growth is the sum
 * of bytes read and backlog change, because the server reports only the end of its log.
 */
public final class PaceChart implements TimeSeriesBuilder {

    /** Maximum number of samples for a forecast. */
    private static final int HISTORY_SECONDS = 5;

    /**
     * A stream that would read its backlog within this time is not behind. The end of the log and the stream's position are
     * queried at different times.
     */
    private static final double MIN_BEHIND_SECONDS = 2;

    /** The backlog and the bytes read, at a point in time. */
    public record Moment(double second, double behindBytes, double readBytes) {}

    private final Curves rates;
    private final Curves forecast;
    private final Deque<Moment> history = new ArrayDeque<>();
    private double readBytes;
    private int knownSeconds;
    private int unknownSeconds;
    private int secondsBehind;
    private Moment largestBacklog = new Moment(0, 0, 0);
    private @Nullable Moment currentMoment;

    PaceChart(int rows) {
        rates = new Curves(rows);
        forecast = new Curves(rows);
    }

    @Override
    public void add(SampleRow row, double from, double to) {
        readBytes += row.stream().bytes();
        rates.put("read", "bytes", to, row.stream().bytesPerSecond() / TimeChart.MB);
        Long behindBytes = row.stream().behindBytes();
        if (behindBytes == null) {
            history.clear();
            unknownSeconds += row.phase() != SampleRow.RunPart.WARM_UP ? 1 : 0;
        } else {
            Moment now = new Moment(to, behindBytes, readBytes);
            Moment previous = history.peekLast();
            if (previous != null && to > previous.second()) {
                double writtenBytes = now.behindBytes()
                        - previous.behindBytes()
                        + row.stream().bytes();
                rates.put("written", "write", to, Math.max(0, writtenBytes) / (to - previous.second()) / TimeChart.MB);
            }
            history.addLast(now);
            if (history.size() > HISTORY_SECONDS) {
                history.removeFirst();
            }
            currentMoment = now;
            if (row.phase() != SampleRow.RunPart.WARM_UP) {
                knownSeconds++;
                secondsBehind += isBehind() ? 1 : 0;
                largestBacklog = now.behindBytes() > largestBacklog.behindBytes() ? now : largestBacklog;
            }
            catchUpSeconds().ifPresent(seconds -> forecast.put("caught up in", "forecast", to, seconds));
        }
        rates.endRow(to);
        forecast.endRow(to);
    }

    /** Returns true if the backlog is larger than both 1 MB and the bytes that the stream reads in two seconds. */
    public boolean isBehind() {
        Moment first = history.peekFirst();
        Moment now = currentMoment;
        if (first == null || now == null || now.second() <= first.second()) {
            return false;
        }
        double perSecond = (now.readBytes() - first.readBytes()) / (now.second() - first.second());
        return now.behindBytes() > Math.max(TimeChart.MB, MIN_BEHIND_SECONDS * perSecond);
    }

    /** Returns the bytes per second by which the backlog shrinks; negative if it grows. */
    public double closingBytesPerSecond() {
        Moment first = history.peekFirst();
        Moment now = currentMoment;
        return first == null || now == null || now.second() <= first.second()
                ? 0
                : (first.behindBytes() - now.behindBytes()) / (now.second() - first.second());
    }

    /** Returns empty if the stream is not behind, or the backlog does not shrink. */
    public OptionalDouble catchUpSeconds() {
        Moment now = currentMoment;
        double closingRate = closingBytesPerSecond();
        return now == null || !isBehind() || closingRate <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(now.behindBytes() / closingRate);
    }

    /** Returns true if the server reported the end of its log in each second after the warm-up. */
    public boolean isKnown() {
        return knownSeconds > 0 && unknownSeconds == 0;
    }

    /** Excludes the warm-up. The server reported the end of its log in these seconds. */
    public int knownSeconds() {
        return knownSeconds;
    }

    /** Excludes the warm-up. The first is often one of them, because the query of a remote server's log has to connect first. */
    public int unknownSeconds() {
        return unknownSeconds;
    }

    /** Excludes the warm-up, like {@link #largestBacklog()}. */
    public int secondsBehind() {
        return secondsBehind;
    }

    public Moment largestBacklog() {
        return largestBacklog;
    }

    public double lastBehindBytes() {
        return currentMoment == null ? 0 : currentMoment.behindBytes();
    }

    public Chart draw(ChartAnnotations annotations) {
        TimeChart chart = new TimeChart("pace", "The log: written and read")
                .axis("log", "MB/s", Scale.LINEAR)
                .series(rates.series(Shape.LINE, 0))
                .note(
                        currentMoment != null
                                ? "Written is the sum of read bytes and backlog growth, sampled once a second: single"
                                        + " seconds are not exact."
                                : "The growth of the log is not known: the server did not report its end.",
                        rates.note());
        if (!forecast.names().isEmpty()) {
            chart.axis("caught up in", "s", Scale.LINEAR)
                    .series(forecast.series(Shape.LINE, 1))
                    .note("The forecast is the remaining time at the speed of the last " + HISTORY_SECONDS
                            + " seconds; there is none while the backlog grows.");
        }
        return chart.draw(annotations);
    }
}
