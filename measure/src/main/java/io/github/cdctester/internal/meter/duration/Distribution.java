// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import io.github.cdctester.internal.writer.WaitingStarts;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of a duration: an immutable value with three significant digits (two after {@link #fromBase64}), from 1 µs to
 * 100 years, so that the age of each possible timestamp fits. Longer durations are recorded as 100 years.
 */
public final class Distribution {

    static final long MAX_MICROS = 3_155_760_000_000_000L;

    /** The error of a value is at most 0.1 %. */
    static final int DIGITS = 3;

    /** A run stores one distribution per second, so more digits would make large files. */
    private static final int STORED_DIGITS = 2;

    private static final int STORED_BITS = 7;

    public static final Distribution EMPTY = new Distribution(new Histogram(DIGITS), 0, 0);

    /**
     * Two ints (cookie and length) precede the deflated data. The inflated data starts with a head of {@link #HEAD_BYTES} bytes.
     */
    private static final int PACKED_OFFSET = 8;

    private static final int HEAD_BYTES = 40;
    private static final int MAX_PACKED_BYTES = 1 << 20;

    private static final long MAX_RECORDED_STARTS = 1_000_000;

    private final Histogram micros;
    private final long negatives;
    private final long lowestNegativeMicros;

    /** Takes ownership of the histogram. */
    Distribution(Histogram micros, long negatives, long lowestNegativeMicros) {
        this.micros = micros;
        this.negatives = negatives;
        this.lowestNegativeMicros = lowestNegativeMicros;
    }

    public static Distribution sum(Collection<Distribution> distributions) {
        Sum sum = new Sum();
        distributions.forEach(sum::add);
        return sum.value();
    }

    /**
     * From {@link #MAX_RECORDED_STARTS} starts on, groups of starts get the waiting time of their first start. This limits the
     * work to milliseconds.
     */
    public static Distribution of(WaitingStarts starts) {
        Histogram micros = new Histogram(DIGITS);
        long groupSize = 1 + starts.count() / MAX_RECORDED_STARTS;
        for (long firstIndex = 0; firstIndex < starts.count(); firstIndex += groupSize) {
            long waitMicros = starts.nanos().applyAsLong(firstIndex) / 1_000;
            micros.recordValueWithCount(
                    Math.max(0, Math.min(waitMicros, MAX_MICROS)), Math.min(groupSize, starts.count() - firstIndex));
        }
        return new Distribution(micros, 0, 0);
    }

    public Distribution plus(Distribution other) {
        if (other.count() == 0) {
            return this;
        }
        if (count() == 0) {
            return other;
        }
        Histogram sum = micros.copy();
        sum.add(other.micros);
        return new Distribution(
                sum, negatives + other.negatives, Math.min(lowestNegativeMicros, other.lowestNegativeMicros));
    }

    public long count() {
        return micros.getTotalCount();
    }

    public double meanMillis() {
        return count() == 0 ? Double.NaN : micros.getMean() / 1_000;
    }

    /** {@code percentile} is from 0 to 100. Returns NaN if nothing was measured. */
    public double percentileMillis(double percentile) {
        return count() == 0 ? Double.NaN : micros.getValueAtPercentile(percentile) / 1_000.0;
    }

    /** Returns NaN if nothing was measured. */
    public double maxMillis() {
        return count() == 0 ? Double.NaN : micros.getMaxValue() / 1_000.0;
    }

    /** Negative durations occur if two clocks disagree, and are recorded as 0. */
    public long negatives() {
        return negatives;
    }

    /** Returns 0 if no duration was negative. */
    public long lowestNegativeMicros() {
        return lowestNegativeMicros;
    }

    public void forEach(Visitor visitor) {
        micros.recordedValues()
                .forEach(value -> visitor.value(value.getValueIteratedTo(), value.getCountAtValueIteratedTo()));
    }

    /** All distributions with the same number of digits have the same buckets. */
    public void forEachBucket(BucketVisitor visitor) {
        micros.recordedValues()
                .forEach(value -> visitor.bucket(
                        micros.lowestEquivalentValue(value.getValueIteratedTo()),
                        micros.highestEquivalentValue(value.getValueIteratedTo()),
                        value.getCountAtValueIteratedTo()));
    }

    /**
     * Encodes values with an error of at most 2 %, negative values as 0. The format is HdrHistogram's compressed form (V2) in
     * Base64.
     */
    public String toBase64() {
        Histogram storedHistogram = new Histogram(STORED_DIGITS);
        forEach((value, count) -> storedHistogram.recordValueWithCount(round(value), count));
        ByteBuffer bytes = ByteBuffer.allocate(storedHistogram.getNeededByteBufferCapacity());
        int length = storedHistogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    /**
     * Encodes values with an error of at most 0.1 %, negative values as 0. The format is HdrHistogram's compressed form (V2).
     */
    public byte[] toBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
        int length = micros.copy().encodeIntoCompressedByteBuffer(bytes);
        return Arrays.copyOf(bytes.array(), length);
    }

    public static Distribution fromBytes(byte[] bytes) {
        return fromBytes(bytes, 0, 0);
    }

    public static Distribution fromBytes(byte[] bytes, long negatives, long lowestNegativeMicros) {
        return new Distribution(histogram(bytes), negatives, lowestNegativeMicros);
    }

    public static Distribution fromBase64(String text) {
        return new Distribution(histogram(text), 0, 0);
    }

    static Histogram histogram(String text) {
        try {
            return histogram(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("this is not a compressed HdrHistogram: " + e.getMessage(), e);
        }
    }

    private static Histogram histogram(byte[] bytes) {
        try {
            rejectLarge(bytes);
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("this is not a compressed HdrHistogram: " + e.getMessage(), e);
        }
    }

    /** The decoder allocates the size stated in the head, so that a few bytes could request gigabytes. */
    private static void rejectLarge(byte[] bytes) throws DataFormatException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes, Math.min(bytes.length, PACKED_OFFSET), Math.max(0, bytes.length - PACKED_OFFSET));
            ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
            inflater.inflate(head);
            int length = head.getInt(Integer.BYTES);
            int digits = head.getInt(3 * Integer.BYTES);
            if (head.hasRemaining() || length < 0 || length > MAX_PACKED_BYTES || digits > DIGITS) {
                throw new DataFormatException("it has " + length + " bytes of counts and " + digits + " digits");
            }
        } finally {
            inflater.end();
        }
    }

    /**
     * Rounds to the middle of all values with the same leading bits. This halves the number of distinct values,
     * compared with a histogram of {@link #STORED_DIGITS} digits.
     */
    private static long round(long value) {
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - STORED_BITS);
        return value >> shift << shift | 1L << shift >> 1;
    }

    /** The error of a value is at most 0.1 %, or 2 % after {@link #fromBase64}. */
    @FunctionalInterface
    public interface Visitor {

        void value(long micros, long count);
    }

    /** The bounds are inclusive, in µs. */
    @FunctionalInterface
    public interface BucketVisitor {

        void bucket(long fromMicros, long toMicros, long count);
    }

    /** Sums distributions in place, with one histogram. Not thread-safe. */
    public static final class Sum {

        private @Nullable Histogram micros;
        private long negatives;
        private long lowestNegativeMicros;

        public Sum add(Distribution distribution) {
            if (distribution.count() > 0) {
                if (micros == null) {
                    // the sum has the resolution of the first distribution
                    micros = new Histogram(distribution.micros.getNumberOfSignificantValueDigits());
                }
                micros.add(distribution.micros);
                negatives += distribution.negatives();
                lowestNegativeMicros = Math.min(lowestNegativeMicros, distribution.lowestNegativeMicros());
            }
            return this;
        }

        public Distribution value() {
            return micros == null
                    ? Distribution.EMPTY
                    : new Distribution(micros.copy(), negatives, lowestNegativeMicros);
        }
    }
}
