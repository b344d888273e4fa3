// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

/** The part of a run to which a sample belongs. */
public enum Phase {
    /** Excluded from all totals. */
    WARM_UP,
    MEASURE,
    /** The load has ended; the stream is read up to its end. */
    DRAIN
}
