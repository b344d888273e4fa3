// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

/** Formats names and values of results for readers. */
public final class ValueName {

    private ValueName() {}

    /** Returns a value of an axis as text, such as {@code 16 threads}. */
    public static String inWords(String axis, String value) {
        return switch (axis) {
            case "threads", "warehouses" -> value + " " + (value.equals("1") ? axis.replaceFirst("s$", "") : axis);
            case "rate" -> perSecond(value);
            case "trxSize" -> value;
            default -> axis + " " + value;
        };
    }

    /** Returns a rate with its unit. {@code rate} is a formatted number. */
    public static String perSecond(String rate) {
        return rate + (rate.equals("1") ? " transaction/s" : " transactions/s");
    }

    /** Returns a value's name with its unit, such as {@code write.latency.p99 ms} for {@code write.latency.p99Millis}. */
    public static String of(String value) {
        return value.replaceFirst("Millis$", " ms")
                .replaceFirst("(?<=[a-z])Seconds$", " s")
                .replaceFirst("PerSecond$", "/s")
                .replaceFirst("PerMinute$", "/min")
                .replaceFirst("^answer\\.rate$", "answer.rate/s");
    }
}
