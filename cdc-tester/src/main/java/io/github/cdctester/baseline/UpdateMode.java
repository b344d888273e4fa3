// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.baseline;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.Locale;

/** What is done with the file. */
enum UpdateMode {
    /** It stays as it is. */
    COMPARE,
    /** A night that is the same is added. */
    NIGHTLY,
    /** Whatever was measured is added. */
    ACCEPT;

    static UpdateMode current() {
        String said = System.getProperty(Baselines.UPDATE, "false");
        return switch (said.toLowerCase(Locale.ROOT)) {
            case "false" -> COMPARE;
            case "nightly" -> NIGHTLY;
            case "true" -> ACCEPT;
            default ->
                throw new InvalidPlanException(
                        Baselines.UPDATE, said, "false (compare), nightly (compare, and add) or true (accept)");
        };
    }
}
