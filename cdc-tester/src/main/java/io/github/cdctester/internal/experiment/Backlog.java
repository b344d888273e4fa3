// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.internal.statistics.StraightLine;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.sample.SampleRow.Cdc;
import io.github.cdctester.result.sample.SampleRow.Consumer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Growth of the backlog of a stream or a consumer, relative to the rate of commits. Computed from the trends of the delay and of the
 * distance to the log's end. The distance is in bytes for a stream, and in transactions for a consumer.
 *
 * @param share growth of the backlog divided by the rate of commits; negative if the backlog shrinks
 * @param isRising true if the share is significantly above zero
 * @param isRiseCertain true if the share is above zero with near certainty
 */
record Backlog(double share, boolean isRising, boolean isRiseCertain) {

    /** A significant growth above this share of the commits makes the rate fail. */
    private static final double GROWING_SHARE = 0.01;

    /** A certain growth of at least this share of the commits is not random variation. */
    private static final double CLEAR_SHARE = 0.02;

    private static final Comparator<Backlog> BY_SEVERITY = Comparator.comparing(Backlog::isRiseCertain)
            .thenComparing(Backlog::isRising)
            .thenComparingDouble(Backlog::share);

    static List<SampleRow> measuredSeconds(RunResult result) {
        return result.samples().stream()
                .filter(row -> row.phase() == SampleRow.RunPart.MEASURE)
                .toList();
    }

    /** Returns the most severe backlog; empty if there are too few seconds or no stream. */
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
                        .reduce(Backlog::moreSevere);
    }

    private static Optional<Backlog> of(List<SampleRow> seconds, Function<SampleRow, Cdc> stream) {
        Series series = new Series();
        for (SampleRow row : seconds) {
            Cdc cdc = stream.apply(row);
            series.add(row.seconds(), cdc.bytes(), cdc.delay().p50Millis(), cdc.behindBytes());
        }
        return series.backlog();
    }

    /** Consumers with too few seconds are omitted. */
    static Map<String, Backlog> ofConsumers(List<SampleRow> seconds) {
        Map<String, Backlog> backlogs = new LinkedHashMap<>();
        seconds.stream()
                .flatMap(row -> row.consumers().stream())
                .map(Consumer::name)
                .distinct()
                .forEach(name -> ofConsumer(seconds, name).ifPresent(backlog -> backlogs.put(name, backlog)));
        return backlogs;
    }

    /** Omits the seconds before the first transaction, in which the consumer still processes the warm-up, unless too few seconds remain. */
    private static Optional<Backlog> ofConsumer(List<SampleRow> seconds, String name) {
        Series wholeRun = new Series();
        Series afterWarmUp = new Series();
        boolean hasStarted = false;
        for (SampleRow row : seconds) {
            for (Consumer consumer : row.consumers()) {
                if (consumer.name().equals(name)) {
                    hasStarted |= consumer.transactions() > 0;
                    Double median = consumer.delay().p50Millis();
                    wholeRun.add(row.seconds(), consumer.transactions(), median, consumer.behind());
                    if (hasStarted) {
                        afterWarmUp.add(row.seconds(), consumer.transactions(), median, consumer.behind());
                    }
                }
            }
        }
        return afterWarmUp.backlog().or(wholeRun::backlog);
    }

    private static final class Series {

        private final List<StraightLine.Point> delays = new ArrayList<>();
        private final List<StraightLine.Point> distances = new ArrayList<>();
        private double elapsedSeconds;
        private double totalArrivals;

        void add(double seconds, double newArrivals, @Nullable Double medianMillis, @Nullable Long distanceToEnd) {
            elapsedSeconds += seconds;
            totalArrivals += newArrivals;
            if (medianMillis != null) {
                delays.add(new StraightLine.Point(elapsedSeconds, medianMillis / 1e3));
            }
            if (distanceToEnd != null) {
                distances.add(new StraightLine.Point(elapsedSeconds, distanceToEnd));
            }
        }

        Optional<Backlog> backlog() {
            double perSecond = elapsedSeconds == 0 ? 0 : totalArrivals / elapsedSeconds;
            return Stream.of(
                            StraightLine.of(delays).map(trend -> of(trend.slope(), trend)),
                            StraightLine.of(distances)
                                    .filter(trend -> perSecond + trend.slope() > 0)
                                    .map(trend -> of(trend.slope() / (perSecond + trend.slope()), trend)))
                    .flatMap(Optional::stream)
                    .reduce(Backlog::moreSevere);
        }
    }

    boolean isGrowing() {
        return isRising && share > GROWING_SHARE;
    }

    boolean isClearlyGrowing() {
        return isRiseCertain && share >= CLEAR_SHARE;
    }

    private static Backlog of(double share, StraightLine trend) {
        return new Backlog(share, trend.isRising(), trend.isCertainlyRising());
    }

    private Backlog moreSevere(Backlog other) {
        return BY_SEVERITY.compare(this, other) >= 0 ? this : other;
    }
}
