// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import java.util.SplittableRandom;

/** Random values for the columns c (ten groups of eleven digits, separated by '-') and pad (five groups). */
final class RowText {

    private static final int C_GROUPS = 10;
    private static final int PAD_GROUPS = 5;
    private static final int GROUP_DIGITS = 11;
    private static final byte[] FOUR_DIGITS = fourDigits();

    private final SplittableRandom random;
    private final byte[] text = new byte[length(C_GROUPS)];

    RowText(SplittableRandom random) {
        this.random = random;
    }

    private static int length(int groups) {
        return groups * (GROUP_DIGITS + 1) - 1;
    }

    /** Returns the length, 119. */
    int c() {
        return draw(C_GROUPS);
    }

    /** Returns the length, 59. */
    int pad() {
        return draw(PAD_GROUPS);
    }

    /** The next value overwrites the buffer. */
    byte[] bytes() {
        return text;
    }

    private int draw(int groups) {
        int offset = 0;
        for (int group = 0; group < groups; group++) {
            if (group > 0) {
                text[offset++] = '-';
            }
            // each multiplication of this 63-bit fraction by 10,000 moves four digits into the integer part
            long fraction = random.nextLong() >>> 1;
            fraction = writeDigits(fraction, offset, 4);
            fraction = writeDigits(fraction, offset + 4, 4);
            writeDigits(fraction, offset + 8, 3);
            offset += GROUP_DIGITS;
        }
        return offset;
    }

    private long writeDigits(long fraction, int offset, int count) {
        int number = (int) Math.multiplyHigh(fraction, 20_000);
        System.arraycopy(FOUR_DIGITS, number * 4, text, offset, count);
        return fraction * 10_000 & Long.MAX_VALUE;
    }

    private static byte[] fourDigits() {
        byte[] digits = new byte[40_000];
        for (int number = 0; number < 10_000; number++) {
            int remainingDigits = number;
            for (int digit = 3; digit >= 0; digit--) {
                digits[number * 4 + digit] = (byte) ('0' + remainingDigits % 10);
                remainingDigits /= 10;
            }
        }
        return digits;
    }
}
