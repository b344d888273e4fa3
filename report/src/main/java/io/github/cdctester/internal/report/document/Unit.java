// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/** The unit in which a number is displayed. Displayed numbers are divided by {@code size}; CSV contains the original numbers. */
public record Unit(String symbol, double size) {

    public static final Unit NONE = new Unit("", 1);

    public static final Unit MILLIS = new Unit("ms", 1);

    public static final Unit SECONDS = new Unit("s", 1);

    public static final Unit PERCENT = new Unit("%", 1);

    public static final Unit MEGABYTES = new Unit("MB", 1e6);

    public static final Unit MEGABYTES_PER_SECOND = new Unit("MB/s", 1e6);
}
