// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.meter.DelayParts;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.Passages;

/**
 * A distribution.
 *
 * @param micros an HdrHistogram of µs
 * @param negatives how many were below zero
 * @param lowestMicros the lowest of those
 */
@SuppressWarnings("ArrayRecordComponent") // sent as it is, and never compared
public record Packed(byte[] micros, long negatives, long lowestMicros) {

    static Packed of(Distribution distribution) {
        return new Packed(distribution.packed(), distribution.negatives(), distribution.lowestMicros());
    }

    Distribution distribution() {
        return Distribution.unpacked(micros, negatives, lowestMicros);
    }

    /**
     * The delays of a stretch of a stream.
     *
     * @param lastByte at the last byte of a transaction
     * @param firstByte at its first
     * @param endToEnd from the server where it was first made
     */
    public record Parts(Packed lastByte, Packed firstByte, Packed endToEnd) {

        static Parts of(DelayParts parts) {
            return new Parts(Packed.of(parts.lastByte()), Packed.of(parts.firstByte()), Packed.of(parts.endToEnd()));
        }

        DelayParts parts() {
            return new DelayParts(lastByte.distribution(), firstByte.distribution(), endToEnd.distribution());
        }
    }

    /**
     * What large transactions did, as in {@link Passages}.
     *
     * @param fromBytes from which size on
     * @param bytes of them
     * @param passingMicros all together
     * @param firstByte to the first byte
     * @param lastByte to the last
     * @param passing between the two
     * @param during of the others meanwhile
     * @param rest of the others
     */
    public record Large(
            long fromBytes,
            long bytes,
            long passingMicros,
            Packed firstByte,
            Packed lastByte,
            Packed passing,
            Packed during,
            Packed rest) {

        static Large of(Passages passages) {
            return new Large(
                    passages.fromBytes(),
                    passages.bytes(),
                    passages.passingMicros(),
                    Packed.of(passages.firstByte()),
                    Packed.of(passages.lastByte()),
                    Packed.of(passages.passing()),
                    Packed.of(passages.during()),
                    Packed.of(passages.rest()));
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
