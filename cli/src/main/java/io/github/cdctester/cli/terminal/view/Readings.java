// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.sample.SampleRow;
import org.jspecify.annotations.Nullable;

final class Readings {

    private Readings() {}

    static String state(SampleRow.Cdc cdc) {
        return switch (cdc.state()) {
            case FLOWING -> "flowing";
            case IDLE -> "idle";
            case UNKNOWN -> "silent";
            case STUCK -> "STUCK";
        };
    }

    static boolean isStuck(SampleRow.@Nullable Cdc cdc) {
        return cdc != null && cdc.state() == SampleRow.Motion.STUCK;
    }

    /** Returns {@code -} if no transaction arrived in the second. */
    static String delay(SampleRow.Cdc cdc, @Nullable Double millis) {
        return cdc.delay().count() == 0 ? "-" : Amounts.duration(millis);
    }

    /** If the stream is stuck, {@code >} marks that unread events have at least this delay. */
    static String longestDelay(SampleRow.Cdc cdc) {
        Double longest = cdc.delay().maxMillis();
        return hasUnreadDelayAboveMax(cdc) ? ">" + Amounts.duration(longest) : delay(cdc, longest);
    }

    static boolean hasUnreadDelayAboveMax(SampleRow.Cdc cdc) {
        Double longest = cdc.delay().maxMillis();
        return isStuck(cdc) && longest != null && cdc.unreadMillis() >= longest;
    }

    static String behind(SampleRow.Cdc cdc) {
        Long behind = cdc.behindBytes();
        return behind == null ? "?" : Amounts.bytes(behind);
    }

    static String latency(SampleRow.Write write, Percentile percentile) {
        return Amounts.duration(percentile.valueIn(write.latency(), write.latencyHistogram()));
    }
}
