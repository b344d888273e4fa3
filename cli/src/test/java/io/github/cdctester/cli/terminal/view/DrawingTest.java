// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DrawingTest {

    @Test
    void curveRangesFromZeroToMaximum() {
        double[] values = {0, Double.NaN, 0.001, 25, 50, 100};
        assertThat(Glyphs.BLOCKS.curve(values, 1)).containsExactly("▁ ▂▃▅█");
        assertThat(Glyphs.BLOCKS.curve(values, 2)).containsExactly("    ▁█", "▁ ▂▅██");
        assertThat(Glyphs.ASCII.curve(values, 1)).containsExactly("_ .:=#");
        assertThat(Glyphs.BLOCKS.curve(new double[] {0, 0}, 1)).containsExactly("▁▁");
        assertThat(Glyphs.BLOCKS.curve(new double[] {1, Double.POSITIVE_INFINITY}, 1))
                .containsExactly("▂█");
    }

    @ParameterizedTest
    @CsvSource({"0, [░░░░]", "0.25, [█░░░]", "0.28125, [█▏░░]", "1, [████]", "7, [████]", "-1, [░░░░]", "NaN, [░░░░]"})
    void barLengthIsProportional(double share, String bar) {
        assertThat(Glyphs.BLOCKS.bar(share, 6)).isEqualTo(bar);
    }

    @Test
    void indeterminateBarMovesFromSideToSide() {
        List<String> bars = IntStream.range(0, 9)
                .mapToObj(quarter -> Glyphs.ASCII.movingBar(quarter / 4.0, 7))
                .toList();
        assertThat(bars)
                .containsExactly(
                        "[#....]", "[.#...]", "[..#..]", "[...#.]", "[....#]", "[...#.]", "[..#..]", "[.#...]",
                        "[#....]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0",
                "0.333|0.33",
                "9.5|9.50",
                "15210.4|15,210",
                "1520000|1.52 M",
                "2.5e9|2.50 G",
                "NaN|-",
                "1e300|1e+300"
            })
    void numbersAreShort(double number, String text) {
        assertThat(Amounts.numberText(number)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.912|0.91 ms",
                "12.34|12.3 ms",
                "999|999 ms",
                "1000|1.0 s",
                "150000|2.5 min",
                "7200000|2.0 h",
                "-0.5|-0.50 ms"
            })
    void durationsAreShort(double millis, String text) {
        assertThat(Amounts.duration(millis)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {
                0, 1e-9, 9.999, 99.99, 999.9, 99_999, 999_999.9, 1e6, 1e9, 1e10, 1e11, 1e12, 9.99e14, 1e15, 1e18, 1e300,
                -1e300
            })
    void nothingIsLongerThanTenColumns(double number) {
        assertThat(List.of(
                        Amounts.numberText(number),
                        Amounts.duration(number),
                        Amounts.bytes(number),
                        Amounts.clockText(number)))
                .allSatisfy(text -> assertThat(text).hasSizeLessThanOrEqualTo(10));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0|0:00", "83.9|1:23", "7384|2:03:04", "363600|4d 05h", "-5|0:00"})
    void formatsElapsedTimes(double seconds, String text) {
        assertThat(Amounts.clockText(seconds)).isEqualTo(text);
    }

    @Test
    void cutsTextByColumns() {
        assertThat(Canvas.width("数据a")).isEqualTo(5);
        assertThat(canvas(Glyphs.BLOCKS).cut("数据库", 6)).isEqualTo("数据库");
        assertThat(canvas(Glyphs.BLOCKS).cut("数据库", 5)).isEqualTo("数据…");
        assertThat(canvas(Glyphs.ASCII).cut("数据库", 4)).isEqualTo("数~");
        assertThat(canvas(Glyphs.ASCII).left("ab", 4)).isEqualTo("ab  ");
        assertThat(canvas(Glyphs.ASCII).right("ab", 4)).isEqualTo("  ab");
        assertThat(canvas(Glyphs.ASCII).cut("abc", 0)).isEmpty();
    }

    private static Canvas canvas(Glyphs glyphs) {
        return new Canvas(80, 24, glyphs, false);
    }

    @Test
    void columnOfSeveralSecondsShowsPeak() {
        List<Trend.Second> seconds = new ArrayList<>();
        for (int i = 0; i < 95; i++) {
            seconds.add(new Trend.Second(i == 33 ? 900 : 1, i, Double.NaN, Double.NaN, 0));
        }
        Trend trend = new Trend(7, seconds);
        assertThat(trend.secondsPerColumn(100)).isEqualTo(1);
        assertThat(trend.secondsPerColumn(50)).isEqualTo(2);
        assertThat(trend.columns(Trend.Second::delayMillis, 50)).contains(900);
        assertThat(trend.columns(Trend.Second::bytesPerSecond, 50))
                .endsWith(92, 94)
                .startsWith(Double.NaN, Double.NaN, 0);
        assertThat(trend.columns(Trend.Second::writesPerSecond, 50)).containsOnly(Double.NaN);
        assertThat(trend.columns(Trend.Second::bytesPerSecond, 100))
                .startsWith(Double.NaN)
                .endsWith(94);
    }

    @Test
    void parsesPercentilesWithCommas() {
        assertThat(Percentile.labels(Percentile.parse("50, 95,99.9"))).isEqualTo("p50/p95/p99.9");
        assertThat(Percentile.parse("0")).isEmpty();
        assertThat(Percentile.values(Percentile.parse("50,95,100"), SampleRowFixtures.millis(20, 1, 2, 3, 4), null))
                .isEqualTo("1.00/2.00/4.00");
        assertThat(Percentile.values(Percentile.parse("75,50"), SampleRowFixtures.NO_DURATIONS, null))
                .isEqualTo("-/-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "101", "50,", "0,50", "-1", "p95", "95 99", "1e2", "99.99999"})
    void rejectsInvalidPercentile(String text) {
        assertThatThrownBy(() -> Percentile.parse(text)).isInstanceOf(InvalidPlanException.class);
    }
}
