// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/** The unit in which a number is shown. CSV has numbers as they are. */
public record Unit(String symbol, double size) {

    public static final Unit NONE = new Unit("", 1);

    public static final Unit MILLIS = new Unit("ms", 1);

    public static final Unit SECONDS = new Unit("s", 1);

    public static final Unit PERCENT = new Unit("%", 1);

    /** Bytes, shown as 10⁶ bytes. */
    public static final Unit MEGABYTES = new Unit("MB", 1e6);

    /** Bytes a second, shown as 10⁶ bytes a second. */
    public static final Unit MEGABYTES_PER_SECOND = new Unit("MB/s", 1e6);
}
