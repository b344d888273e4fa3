// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DownSamplingTest {

    private static final int SECONDS_PER_DAY = 86_400;

    private static double[] seconds(int count) {
        return IntStream.rangeClosed(1, count).asDoubleStream().toArray();
    }

    @Test
    void keepsAllPointsOfShortCurve() {
        double[] x = seconds(DownSampling.MAX_POINTS);
        double[] y = Arrays.stream(x).map(Math::sin).toArray();

        DownSampling<Void> curve = curve(x, y);

        assertThat(curve.x()).isEqualTo(x);
        assertThat(curve.y()).isEqualTo(y);
        assertThat(DownSampling.note(x.length)).isEmpty();
    }

    @Test
    void keepsPeaksOfDayInFewPoints() {
        double[] x = seconds(SECONDS_PER_DAY);
        double[] y = new double[SECONDS_PER_DAY];
        Arrays.fill(y, 5);
        y[40_000] = 900;
        y[70_001] = -3;

        DownSampling<Void> curve = curve(x, y);

        assertThat(curve.x()).hasSizeLessThanOrEqualTo(DownSampling.MAX_POINTS).isSorted();
        assertThat(curve.y()).contains(900, -3);
        assertThat(curve.x()).contains(40_001, 70_002);
        assertThat(DownSampling.note(SECONDS_PER_DAY))
                .isEqualTo("Of every 192 seconds, the chart shows the lowest and the highest value.");
    }

    @Test
    void intervalWithoutValuesIsGap() {
        double[] x = seconds(SECONDS_PER_DAY);
        double[] y = new double[SECONDS_PER_DAY];
        Arrays.fill(y, 10_000, 20_000, Double.NaN);
        y[30_000] = Double.POSITIVE_INFINITY;

        DownSampling<Void> curve = curve(x, y);

        double[] values = curve.y();
        assertThat(IntStream.range(0, values.length).filter(i -> Double.isNaN(values[i])))
                .isNotEmpty()
                .allMatch(i -> curve.x()[i] > 9_000 && curve.x()[i] < 21_000);
        assertThat(values).doesNotContain(Double.POSITIVE_INFINITY);
    }

    @Test
    void isEmptyIfThereAreNoValues() {
        assertThat(curve(new double[0], new double[0]).isEmpty()).isTrue();
        assertThat(curve(new double[] {1}, new double[] {Double.NaN}).isEmpty()).isTrue();
        assertThat(curve(new double[] {1}, new double[] {0}).isEmpty()).isFalse();
    }

    @Test
    void keepsShorterLastInterval() {
        double[] x = seconds(DownSampling.MAX_POINTS + 1);
        double[] y = new double[x.length];
        y[x.length - 1] = 7;

        assertThat(curve(x, y).y()).endsWith(7);
    }

    @Test
    void keepsDataOfKeptPoints() {
        DownSampling<String> rows = new DownSampling<>(SECONDS_PER_DAY);
        for (int second = 1; second <= SECONDS_PER_DAY; second++) {
            rows.add(second, second == 50_000 ? 99 : 1, second == 50_000 ? "peak" : "flat");
        }

        assertThat(rows.points()).hasSizeLessThanOrEqualTo(DownSampling.MAX_POINTS);
        assertThat(rows.points()).contains(new DownSampling.KeptPoint<>(50_000, 99, "peak"));
        assertThat(rows.points()).isSortedAccordingTo((a, b) -> Double.compare(a.x(), b.x()));
    }

    private static DownSampling<Void> curve(double[] x, double[] y) {
        DownSampling<Void> curve = new DownSampling<>(x.length);
        for (int i = 0; i < x.length; i++) {
            curve.add(x[i], y[i], null);
        }
        return curve;
    }
}
