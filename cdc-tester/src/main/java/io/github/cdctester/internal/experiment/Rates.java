// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import java.math.BigDecimal;

/** How a rate is written. */
final class Rates {

    private Rates() {}

    /** As the command line takes it: {@code 2000}, {@code 12.5}. */
    static String text(double value) {
        return Double.isFinite(value)
                ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
                : String.valueOf(value);
    }
}
