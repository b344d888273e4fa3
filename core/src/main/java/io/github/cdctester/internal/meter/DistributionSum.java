// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Adds distributions up in place: a sum of many parts costs one histogram, not one a part. For one thread. */
public final class DistributionSum {

    private @Nullable Histogram micros;
    private long negatives;
    private long lowestMicros;

    /** Creates a sum of nothing. */
    public DistributionSum() {}

    /** Adds a part. */
    public DistributionSum add(Distribution part) {
        if (part.count() > 0) {
            if (micros == null) {
                micros = part.emptyAlike();
            }
            part.addTo(micros);
            negatives += part.negatives();
            lowestMicros = Math.min(lowestMicros, part.lowestMicros());
        }
        return this;
    }

    /** Copies the sum up to now, which later parts do not change. */
    public Distribution value() {
        return micros == null ? Distribution.EMPTY : new Distribution(micros.copy(), negatives, lowestMicros);
    }
}
