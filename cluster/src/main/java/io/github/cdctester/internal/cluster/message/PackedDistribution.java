// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.meter.DelayParts;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.Passages;

/**
 * A distribution.
 *
 * @param micros an HdrHistogram of µs
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PackedDistribution(byte[] micros, long negatives, long lowestMicros) {

    static PackedDistribution of(Distribution distribution) {
        return new PackedDistribution(distribution.packed(), distribution.negatives(), distribution.lowestMicros());
    }

    Distribution distribution() {
        return Distribution.unpacked(micros, negatives, lowestMicros);
    }

    /** Packed {@link DelayParts}. */
    public record Parts(PackedDistribution lastByte, PackedDistribution firstByte, PackedDistribution endToEnd) {

        static Parts of(DelayParts parts) {
            return new Parts(
                    PackedDistribution.of(parts.lastByte()),
                    PackedDistribution.of(parts.firstByte()),
                    PackedDistribution.of(parts.endToEnd()));
        }

        DelayParts parts() {
            return new DelayParts(lastByte.distribution(), firstByte.distribution(), endToEnd.distribution());
        }
    }

    /** Packed {@link Passages}. */
    public record Large(
            long fromBytes,
            long bytes,
            long passingMicros,
            PackedDistribution firstByte,
            PackedDistribution lastByte,
            PackedDistribution passing,
            PackedDistribution during,
            PackedDistribution rest) {

        static Large of(Passages passages) {
            return new Large(
                    passages.fromBytes(),
                    passages.bytes(),
                    passages.passingMicros(),
                    PackedDistribution.of(passages.firstByte()),
                    PackedDistribution.of(passages.lastByte()),
                    PackedDistribution.of(passages.passing()),
                    PackedDistribution.of(passages.during()),
                    PackedDistribution.of(passages.rest()));
        }

        Passages passages() {
            return new Passages(
                    fromBytes,
                    bytes,
                    passingMicros,
                    firstByte.distribution(),
                    lastByte.distribution(),
                    passing.distribution(),
                    during.distribution(),
                    rest.distribution());
        }
    }
}
