// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.limit.NamedNumber;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Summary.ProbeSummary;
import io.github.cdctester.result.Summary.ProbeSummary.ServerFigure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What probes read in the seconds of the measured part, each of which counts once. For one thread. */
public final class ProbeTotals {

    /** Targets that come and go make new series: those behind so many are in the samples only. */
    private static final int MOST_SERIES = 1_000;

    /**
     * What a series is the server's own figure of.
     *
     * @param metric the number of the result that it is to be compared with, such as {@code cdc.bytesPerSecond}
     * @param scale what a reading is multiplied with to have that number's unit
     */
    public record OwnFigure(String metric, double scale) {}

    /**
     * What there is to tell of the probes at the end.
     *
     * @param units by the probes' names
     * @param figures by the names of the series
     * @param notes what was missing
     */
    public record Probed(
            ProbeTotals totals, Map<String, String> units, Map<String, OwnFigure> figures, List<Note> notes) {

        /** Each series, and beside the servers' own figures those that a result has. */
        List<ProbeSummary> summaries(Function<NamedNumber, @Nullable Double> result) {
            return totals.all.entrySet().stream()
                    .map(series -> series.getValue().summary(series.getKey(), figure(series, result)))
                    .toList();
        }

        private @Nullable ServerFigure figure(
                Map.Entry<String, Total> series, Function<NamedNumber, @Nullable Double> result) {
            OwnFigure own = figures.get(series.getKey());
            if (own == null) {
                return null;
            }
            double theirs = series.getValue().mean() * own.scale();
            Double ours = result.apply(NamedNumber.of(own.metric()));
            return new ServerFigure(own.metric(), ours, theirs, ours == null || theirs == 0 ? null : ours / theirs);
        }
    }

    private static final class Total {

        private long seconds;
        private double sum;
        private double least = Double.POSITIVE_INFINITY;
        private double most = Double.NEGATIVE_INFINITY;

        private void add(double value) {
            seconds++;
            sum += value;
            least = Math.min(least, value);
            most = Math.max(most, value);
        }

        private double mean() {
            return sum / seconds;
        }

        private ProbeSummary summary(String series, @Nullable ServerFigure figure) {
            return new ProbeSummary(series, seconds, mean(), least, most, figure);
        }
    }

    private final Map<String, Total> all = new LinkedHashMap<>();

    /** Adds what was known in a second. */
    public void add(Map<String, Double> readings) {
        readings.forEach((series, value) -> {
            if (all.containsKey(series) || all.size() < MOST_SERIES) {
                all.computeIfAbsent(series, name -> new Total()).add(value);
            }
        });
    }
}
