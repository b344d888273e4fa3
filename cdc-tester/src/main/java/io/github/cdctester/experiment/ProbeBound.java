// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.experiment;

import java.time.Duration;

/**
 * What a probe's value is to be.
 *
 * @param series the probe, or one of its series, such as {@code nodes.count}
 * @param side on which side of the bound the value is to be
 * @param bound in the probe's own unit
 * @param words the bound as it was written, such as {@code 600MB}
 * @param held for how long it is to be so without a break; zero for once
 */
public record ProbeBound(String series, Side side, double bound, String words, Duration held) {

    /** Where a value is to be. */
    public enum Side {
        /** Above the bound. */
        ABOVE,
        /** Below the bound. */
        BELOW,
        /** Where the bound is. */
        EQUALS
    }

    /**
     * Looks at a value.
     *
     * @param value the probe's
     * @return whether it is where it is to be
     */
    public boolean isMetBy(double value) {
        return switch (side) {
            case ABOVE -> value > bound;
            case BELOW -> value < bound;
            case EQUALS -> value == bound;
        };
    }

    @Override
    public String toString() {
        String sign = side == Side.ABOVE ? " > " : side == Side.BELOW ? " < " : " = ";
        return series + sign + words + (held.isZero() ? "" : " for " + held.toMillis() / 1_000.0 + " s");
    }
}
