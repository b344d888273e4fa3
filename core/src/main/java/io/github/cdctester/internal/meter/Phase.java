// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

/** The part of a run that a sample belongs to. */
public enum Phase {
    /** Load that no total contains. */
    WARM_UP,
    MEASURE,
    /** Nothing is written any more; the stream is followed to its end. */
    DRAIN
}
