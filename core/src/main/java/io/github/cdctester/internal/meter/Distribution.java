// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.writer.WaitingStarts;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * How a duration was distributed: an immutable value with three significant digits, from 1 µs to ten years, for logs that
 * are read long after they were written. What was longer counts as ten years.
 */
public final class Distribution {

    /** The longest duration that is told apart, in µs. */
    static final long LONGEST_MICROS = 315_576_000_000_000L;

    /** Significant digits: a value is right within 0.1 %. */
    static final int DIGITS = 3;

    /** Of what is written down: with all of the recorded ones, an hour of seconds would be a large file. */
    private static final int STORED_DIGITS = 2;

    private static final int STORED_BITS = 7;

    /** Nothing was measured. */
    public static final Distribution EMPTY = new Distribution(new Histogram(DIGITS), 0, 0);

    private static final long MOST_VALUES = 1_000_000;

    private final Histogram micros;
    private final long negatives;
    private final long lowestMicros;

    /** Takes over the histogram: the caller must not change it any more. */
    Distribution(Histogram micros, long negatives, long lowestMicros) {
        this.micros = micros;
        this.negatives = negatives;
        this.lowestMicros = lowestMicros;
    }

    /** Adds many distributions. */
    public static Distribution sum(Collection<Distribution> parts) {
        DistributionSum sum = new DistributionSum();
        parts.forEach(sum::add);
        return sum.value();
    }

    /**
     * Takes for how long each start had waited. Of many millions, those that come together count as the first of them, so that
     * this takes milliseconds however many there are.
     */
    public static Distribution of(WaitingStarts starts) {
        Histogram micros = new Histogram(DIGITS);
        long together = 1 + starts.count() / MOST_VALUES;
        for (long first = 0; first < starts.count(); first += together) {
            long waited = starts.nanos().applyAsLong(first) / 1_000;
            micros.recordValueWithCount(
                    Math.max(0, Math.min(waited, LONGEST_MICROS)), Math.min(together, starts.count() - first));
        }
        return new Distribution(micros, 0, 0);
    }

    /** A histogram in whose buckets these values are told apart as they are here. */
    Histogram emptyAlike() {
        return new Histogram(micros.getNumberOfSignificantValueDigits());
    }

    void addTo(Histogram sum) {
        sum.add(micros);
    }

    /** Adds another distribution. */
    public Distribution plus(Distribution other) {
        if (other.count() == 0) {
            return this;
        }
        if (count() == 0) {
            return other;
        }
        Histogram sum = micros.copy();
        sum.add(other.micros);
        return new Distribution(sum, negatives + other.negatives, Math.min(lowestMicros, other.lowestMicros));
    }

    /** Counts. */
    public long count() {
        return micros.getTotalCount();
    }

    /**
     * Averages.
     *
     * @return the mean in ms, or NaN where nothing was measured
     */
    public double meanMillis() {
        return count() == 0 ? Double.NaN : micros.getMean() / 1_000;
    }

    /**
     * Finds a percentile.
     *
     * @param percentile from 0 to 100
     * @return the value in ms that so many per cent of the durations do not exceed, or NaN where nothing was measured
     */
    public double percentileMillis(double percentile) {
        return count() == 0 ? Double.NaN : micros.getValueAtPercentile(percentile) / 1_000.0;
    }

    /**
     * Finds the longest.
     *
     * @return the maximum in ms, or NaN where nothing was measured
     */
    public double maxMillis() {
        return count() == 0 ? Double.NaN : micros.getMaxValue() / 1_000.0;
    }

    /** Counts the durations below zero, which only two clocks that disagree can bring about. They are recorded as 0. */
    public long negatives() {
        return negatives;
    }

    /**
     * Finds the most negative duration.
     *
     * @return the lowest value in µs; 0 where none was below zero
     */
    public long lowestMicros() {
        return lowestMicros;
    }

    /** Hands out every value that occurred, with how often it did. */
    public void forEach(Visitor visitor) {
        micros.recordedValues()
                .forEach(value -> visitor.value(value.getValueIteratedTo(), value.getCountAtValueIteratedTo()));
    }

    /**
     * Writes all values down, each within 2 %; not the negatives, which are zeros here.
     *
     * @return an HdrHistogram in its compressed form (V2), in Base64
     */
    public String encoded() {
        Histogram stored = new Histogram(STORED_DIGITS);
        forEach((value, count) -> stored.recordValueWithCount(rounded(value), count));
        ByteBuffer bytes = ByteBuffer.allocate(stored.getNeededByteBufferCapacity());
        int length = stored.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    /**
     * Writes all values down as they were recorded, within 0.1 %; not the negatives, which are zeros here.
     *
     * @return an HdrHistogram in its compressed form (V2)
     */
    public byte[] packed() {
        ByteBuffer bytes = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
        int length = micros.copy().encodeIntoCompressedByteBuffer(bytes);
        return Arrays.copyOf(bytes.array(), length);
    }

    /**
     * Reads what {@link #packed()} wrote.
     *
     * @param bytes an HdrHistogram of µs in its compressed form
     * @return the same distribution, without negatives
     * @throws IllegalArgumentException if the bytes are something else
     */
    public static Distribution unpacked(byte[] bytes) {
        return unpacked(bytes, 0, 0);
    }

    /**
     * The same, with what the bytes do not say.
     *
     * @param bytes an HdrHistogram of µs in its compressed form
     * @param negatives as {@link #negatives()} told
     * @param lowestMicros as {@link #lowestMicros()} told
     * @throws IllegalArgumentException if the bytes are something else
     */
    public static Distribution unpacked(byte[] bytes, long negatives, long lowestMicros) {
        return new Distribution(histogram(bytes), negatives, lowestMicros);
    }

    /**
     * Reads what {@link #encoded()} wrote.
     *
     * @param text an HdrHistogram of µs in its compressed form, in Base64
     * @return the same distribution within 2 %, without negatives
     * @throws IllegalArgumentException if the text is something else
     */
    public static Distribution decoded(String text) {
        return new Distribution(histogram(text), 0, 0);
    }

    /** The same as {@link #decoded}, for those who may change it. */
    static Histogram histogram(String text) {
        try {
            return histogram(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("this is no compressed HdrHistogram: " + e.getMessage(), e);
        }
    }

    private static Histogram histogram(byte[] bytes) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("this is no compressed HdrHistogram: " + e.getMessage(), e);
        }
    }

    /** The middle of those that begin with the same bits: half as many values as two digits could tell apart. */
    private static long rounded(long value) {
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - STORED_BITS);
        return value >> shift << shift | 1L << shift >> 1;
    }

    /** Is told the values of a distribution. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * One value.
         *
         * @param micros the value in µs, within 0.1 %
         */
        void value(long micros, long count);
    }
}
