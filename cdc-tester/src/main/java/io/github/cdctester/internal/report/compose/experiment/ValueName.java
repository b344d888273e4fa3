// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

/** Names of an axis' values. */
public final class ValueName {

    private ValueName() {}

    /** A value's name with its unit, such as {@code write.latency.p99 ms} of {@code write.latency.p99Millis}. */
    public static String of(String value) {
        return value.replaceFirst("Millis$", " ms")
                .replaceFirst("(?<=[a-z])Seconds$", " s")
                .replaceFirst("PerSecond$", "/s")
                .replaceFirst("PerMinute$", "/min")
                .replaceFirst("^answer\\.rate$", "answer.rate/s");
    }
}
