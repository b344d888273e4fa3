// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.internal.statistics.StraightLine;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SampleRow.Cdc;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Growth of the backlog, as a share of the commits. It is computed from the trends of two series over the measured seconds: the
 * bytes between the stream and the log's end, if the server reports it, and the delay. It detects an excessive rate long before the
 * delay reaches a limit.
 *
 * @param share of the commits that stay behind; below zero if the backlog falls
 * @param rising whether it is significantly above zero
 * @param certain whether it is above zero with near certainty
 */
record Backlog(double share, boolean rising, boolean certain) {

    private static final Comparator<Backlog> WORSE = Comparator.comparing(Backlog::certain)
            .thenComparing(Backlog::rising)
            .thenComparingDouble(Backlog::share);

    /** Returns the backlog of the stream with the fastest growth; empty with too few seconds, or without a stream. */
    static Optional<Backlog> of(RunResult result) {
        return of(result.samples().stream()
                .filter(row -> row.phase() == SampleRow.RunPart.MEASURE)
                .toList());
    }

    /** Returns the backlog over the seconds measured so far. */
    static Optional<Backlog> of(List<SampleRow> seconds) {
        int streams =
                seconds.stream().mapToInt(row -> row.streams().size()).max().orElse(0);
        if (seconds.stream().anyMatch(row -> row.cdc() == null)) {
            return Optional.empty();
        }
        return streams == 0
                ? of(seconds, SampleRow::stream)
                : Stream.iterate(0, i -> i < streams, i -> i + 1)
                        .flatMap(i -> of(
                                seconds.stream()
                                        .filter(row -> row.streams().size() > i)
                                        .toList(),
                                row -> row.streams().get(i).cdc())
                                .stream())
                        .reduce(Backlog::worse);
    }

    private static Optional<Backlog> of(List<SampleRow> seconds, Function<SampleRow, Cdc> stream) {
        List<StraightLine.Point> delays = new ArrayList<>();
        List<StraightLine.Point> bytes = new ArrayList<>();
        double at = 0;
        double arrived = 0;
        for (SampleRow row : seconds) {
            Cdc cdc = stream.apply(row);
            at += row.seconds();
            arrived += cdc.bytes();
            Double median = cdc.delay().p50Millis();
            if (median != null) {
                delays.add(new StraightLine.Point(at, median / 1e3));
            }
            Long behind = cdc.behindBytes();
            if (behind != null) {
                bytes.add(new StraightLine.Point(at, behind));
            }
        }
        double arrivedPerSecond = at == 0 ? 0 : arrived / at;
        return Stream.of(
                        StraightLine.of(delays).map(trend -> of(trend.slope(), trend)),
                        StraightLine.of(bytes)
                                .filter(trend -> arrivedPerSecond + trend.slope() > 0)
                                .map(trend -> of(trend.slope() / (arrivedPerSecond + trend.slope()), trend)))
                .flatMap(Optional::stream)
                .reduce(Backlog::worse);
    }

    private static Backlog of(double share, StraightLine trend) {
        return new Backlog(share, trend.isRising(), trend.isCertainlyRising());
    }

    private Backlog worse(Backlog other) {
        return WORSE.compare(this, other) >= 0 ? this : other;
    }
}
