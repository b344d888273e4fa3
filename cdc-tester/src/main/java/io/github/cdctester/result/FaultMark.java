// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Something that was broken on purpose.
 *
 * @param second when it began, in seconds from the beginning of the measured part; when it should have, where it never did
 * @param fault what it was, in the words of the schedule, such as {@code cut 2s}
 * @param outcome what was done, in words; {@code null} where it failed
 * @param millis how long it lasted, or how long it took; {@code null} where it failed
 * @param failure why it could not be carried out; {@code null} where it was
 */
public record FaultMark(
        double second,
        String fault,
        @Nullable String outcome,
        @Nullable Double millis,
        @Nullable String failure) {

    /**
     * Says it in one line.
     *
     * @return such as {@code at 10.0 s: cut 2s: 1 connection reset, new ones refused (2001 ms)}
     */
    public String line() {
        return String.format(Locale.ROOT, "at %.1f s: %s: ", second, fault)
                + (failure != null ? "not carried out: " + failure : outcome)
                + (millis == null ? "" : String.format(Locale.ROOT, " (%.0f ms)", millis));
    }
}
