// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Dates and times in the format of row images since MySQL 5.6.4 and MariaDB 10.1.2. */
final class LogTime {

    private static final long DATETIME_OFFSET = 0x80_0000_0000L;
    private static final int MICROS_DIGITS = 6;

    /** Unit of a fraction in µs, by its number of bytes. */
    private static final int[] UNIT_MICROS = {1_000_000, 10_000, 100, 1};

    private LogTime() {}

    /**
     * {@code text} has the server's format, such as {@code 2026-11-21 17:50:00.123}; {@code scale} is the number of digits of
     * the fraction.
     */
    static void add(String text, boolean isDate, int scale, RowBytes target) {
        long year = Long.parseLong(text.substring(0, 4));
        long month = Long.parseLong(text.substring(5, 7));
        long day = Long.parseLong(text.substring(8, 10));
        if (isDate) {
            target.addLittleEndian(year << 9 | month << 5 | day, 3);
            return;
        }
        long hour = Long.parseLong(text.substring(11, 13));
        long minute = Long.parseLong(text.substring(14, 16));
        long second = Long.parseLong(text.substring(17, 19));
        long days = year * 13 + month << 5 | day;
        target.addBigEndian((days << 17 | hour << 12 | minute << 6 | second) + DATETIME_OFFSET, 5);
        String fraction = text.length() > 20 ? text.substring(20) : "";
        addFraction(Long.parseLong((fraction + "000000").substring(0, MICROS_DIGITS)), scale, target);
    }

    /** Adds a TIMESTAMP. {@code seconds} counts since the epoch. */
    static void addSeconds(BigDecimal seconds, int scale, RowBytes target) {
        long wholeSeconds = seconds.setScale(0, RoundingMode.FLOOR).longValue();
        target.addBigEndian(wholeSeconds, 4);
        addFraction(
                seconds.subtract(BigDecimal.valueOf(wholeSeconds))
                        .movePointRight(MICROS_DIGITS)
                        .longValue(),
                scale,
                target);
    }

    private static void addFraction(long micros, int scale, RowBytes target) {
        int bytes = (scale + 1) / 2;
        target.addBigEndian(micros / UNIT_MICROS[bytes], bytes);
    }
}
