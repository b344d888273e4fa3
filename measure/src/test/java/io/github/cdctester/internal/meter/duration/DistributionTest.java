// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

public class DistributionTest {

    @Test
    void findsPercentilesWithinTenthOfPercent() {
        Distribution distribution = range(1, 100_000);
        assertThat(distribution.count()).isEqualTo(100_000);
        assertThat(distribution.percentileMillis(50)).isCloseTo(50, withinPercentage(0.1));
        assertThat(distribution.percentileMillis(99)).isCloseTo(99, withinPercentage(0.1));
        assertThat(distribution.percentileMillis(99.9)).isCloseTo(99.9, withinPercentage(0.1));
        assertThat(distribution.maxMillis()).isCloseTo(100, withinPercentage(0.1));
        assertThat(distribution.meanMillis()).isCloseTo(50, withinPercentage(0.1));
    }

    @Test
    void addsUp() {
        Distribution sum = range(1, 50_000).plus(range(50_001, 100_000));
        assertThat(sum.count()).isEqualTo(100_000);
        assertThat(sum.percentileMillis(50)).isEqualTo(range(1, 100_000).percentileMillis(50));
        assertThat(sum.maxMillis()).isEqualTo(range(1, 100_000).maxMillis());
    }

    /** Without the limit, the decoder would allocate 2 GiB, or 50 MB, for a few bytes. */
    @Test
    void rejectsHistogramThatNeedsMuchMemory() {
        for (int[] claimed : new int[][] {{Integer.MAX_VALUE, 3}, {-1, 3}, {100, 5}}) {
            ByteBuffer head = ByteBuffer.allocate(40);
            head.putInt(0x1c849313)
                    .putInt(claimed[0])
                    .putInt(0)
                    .putInt(claimed[1])
                    .putLong(1)
                    .putLong(Long.MAX_VALUE / 2);
            head.putDouble(1);
            Deflater deflater = new Deflater();
            deflater.setInput(head.array());
            deflater.finish();
            ByteBuffer packedValues = ByteBuffer.allocate(100).putInt(0x1c849314);
            int length = deflater.deflate(packedValues.array(), 8, 92);
            deflater.end();
            packedValues.putInt(length);

            assertThatThrownBy(() -> Distribution.fromBytes(packedValues.array()))
                    .hasMessageContaining(claimed[0] + " bytes of counts");
        }
    }

    @Test
    void readsEncodedHistogram() {
        Distribution writtenValues = range(1, 10).plus(range(40_000, 90_000));
        Distribution readValues = Distribution.fromBase64(writtenValues.toBase64());
        assertThat(readValues.count()).isEqualTo(writtenValues.count());
        for (double percentile : new double[] {0, 10, 50, 99, 99.9, 100}) {
            assertThat(readValues.percentileMillis(percentile))
                    .isCloseTo(writtenValues.percentileMillis(percentile), withinPercentage(2));
        }
        assertThat(values(Distribution.fromBase64(readValues.toBase64())))
                .isEqualTo(values(readValues))
                .hasSizeGreaterThan(50);
        assertThat(readValues.plus(range(1, 10)).count()).isEqualTo(writtenValues.count() + 10);
    }

    @Test
    void rejectsInvalidHistogram() {
        for (String text :
                new String[] {"", "AAAA", "no base 64!", range(1, 10).toBase64().substring(0, 20)}) {
            assertThatThrownBy(() -> Distribution.fromBase64(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("this is not a compressed HdrHistogram: ");
        }
    }

    @Test
    void packingKeepsAllValues() {
        Distribution original = range(0, 3_000).plus(distribution(90_000, 90_000, 7_000_000, Long.MAX_VALUE));
        Distribution readValues = Distribution.fromBytes(original.toBytes());
        assertThat(values(readValues)).isEqualTo(values(original));
        assertThat(values(original)).as("unchanged").hasSizeGreaterThan(2_000);
        assertThat(readValues.count()).isEqualTo(3_005);
        assertThat(values(readValues.plus(range(1, 10)))).isEqualTo(values(original.plus(range(1, 10))));
        assertThat(Distribution.fromBytes(Distribution.EMPTY.toBytes()).count()).isZero();
    }

    @Test
    void rejectsInvalidPackedBytes() {
        byte[] packedBytes = range(1, 1_000).toBytes();
        for (byte[] bytes : new byte[][] {
            {}, {1, 2, 3, 4}, Arrays.copyOf(packedBytes, packedBytes.length - 8), "no histogram at all".getBytes(UTF_8)
        }) {
            assertThatThrownBy(() -> Distribution.fromBytes(bytes))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("this is not a compressed HdrHistogram: ");
        }
    }

    private static Map<Long, Long> values(Distribution distribution) {
        Map<Long, Long> values = new TreeMap<>();
        distribution.forEach(values::put);
        return values;
    }

    @Test
    void addingDoesNotChangeSummands() {
        Distribution first = range(1, 10);
        Distribution second = range(11, 30);
        assertThat(first.plus(second).count()).isEqualTo(30);
        assertThat(first.count()).isEqualTo(10);
        assertThat(second.count()).isEqualTo(20);
    }

    @Test
    void addsEmptyDistribution() {
        Distribution nonEmpty = range(1, 10);
        assertThat(nonEmpty.plus(Distribution.EMPTY).count()).isEqualTo(10);
        assertThat(Distribution.EMPTY.plus(nonEmpty).count()).isEqualTo(10);
        assertThat(Distribution.EMPTY.plus(Distribution.EMPTY).count()).isZero();
    }

    @Test
    void hasNoValuesIfNothingWasMeasured() {
        assertThat(Distribution.EMPTY.count()).isZero();
        assertThat(Distribution.EMPTY.meanMillis()).isNaN();
        assertThat(Distribution.EMPTY.maxMillis()).isNaN();
        assertThat(Distribution.EMPTY.percentileMillis(99)).isNaN();
        assertThat(Distribution.EMPTY.negatives()).isZero();
        assertThat(Distribution.EMPTY.lowestNegativeMicros()).isZero();
    }

    @Test
    void recordsNegativesAsZeroAndCountsThem() {
        Distribution first = distribution(-5, -700, 20);
        Distribution both = first.plus(distribution(-30, 10));
        assertThat(first.negatives()).isEqualTo(2);
        assertThat(first.lowestNegativeMicros()).isEqualTo(-700);
        assertThat(first.percentileMillis(50)).isZero();
        assertThat(both.count()).isEqualTo(5);
        assertThat(both.negatives()).isEqualTo(3);
        assertThat(both.lowestNegativeMicros()).isEqualTo(-700);
    }

    /** A session may set its timestamp to any second after 1970. */
    @Test
    void recordsAgeOfEachTimestamp() {
        long ageMicros = 1_800_000_000_000_000L;
        Distribution ages = distribution(ageMicros, 1_000);
        for (Distribution copy : List.of(
                ages, Distribution.fromBytes(ages.toBytes()), Distribution.sum(List.of(ages)), ages.plus(ages))) {
            assertThat(copy.maxMillis()).isCloseTo(ageMicros / 1e3, withinPercentage(0.1));
            assertThat(copy.meanMillis()).isCloseTo(ageMicros / 2e3, withinPercentage(0.1));
        }
        assertThat(Distribution.fromBase64(ages.toBase64()).maxMillis())
                .isCloseTo(ageMicros / 1e3, withinPercentage(2));
    }

    @Test
    void limitsValuesToHundredYears() {
        assertThat(distribution(Long.MAX_VALUE).maxMillis()).isCloseTo(3_155_760_000_000.0, withinPercentage(0.1));
    }

    @Test
    void iteratesValuesInOrder() {
        List<String> values = new ArrayList<>();
        distribution(30, 10, 30, 20).forEach((micros, count) -> values.add(micros + "×" + count));
        assertThat(values).containsExactly("10×1", "20×1", "30×2");
    }

    static Distribution range(long first, long last) {
        DurationRecorder recorder = new DurationRecorder();
        for (long micros = first; micros <= last; micros++) {
            recorder.record(micros);
        }
        return recorder.take();
    }

    public static Distribution distribution(long... micros) {
        DurationRecorder recorder = new DurationRecorder();
        for (long value : micros) {
            recorder.record(value);
        }
        return recorder.take();
    }
}
