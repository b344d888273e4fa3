// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

/** Formats names and values of results for readers. */
public final class ValueName {

    private ValueName() {}

    public static String inWords(String axis, String value) {
        return switch (axis) {
            case "threads", "warehouses" -> value + " " + (value.equals("1") ? axis.replaceFirst("s$", "") : axis);
            case "rate" -> perSecond(value);
            case "trxSize" -> value;
            default -> axis + " " + value;
        };
    }

    public static String perSecond(String rate) {
        return rate + (rate.equals("1") ? " transaction/s" : " transactions/s");
    }

    /** Returns text such as {@code write.latency.p99 ms} for {@code write.latency.p99Millis}. */
    public static String of(String value) {
        return value.replaceFirst("Millis$", " ms")
                .replaceFirst("(?<=[a-z])Seconds$", " s")
                .replaceFirst("PerSecond$", "/s")
                .replaceFirst("PerMinute$", "/min")
                .replaceFirst("^answer\\.rate$", "answer.rate/s");
    }
}
