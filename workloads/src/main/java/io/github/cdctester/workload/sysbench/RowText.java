// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Random values for the columns c and pad: groups of eleven digits, separated by '-'. c has ten groups, pad has five. */
final class RowText {

    static final int C_GROUPS = 10;
    static final int PAD_GROUPS = 5;

    private static final int GROUP_DIGITS = 11;
    private static final byte[] FOUR_DIGITS = fourDigits();

    private final SplittableRandom random;
    private final byte[] text = new byte[length(C_GROUPS)];

    RowText(SplittableRandom random) {
        this.random = random;
    }

    static int length(int groups) {
        return groups * (GROUP_DIGITS + 1) - 1;
    }

    /** Returns 119 characters. */
    String c() {
        return groups(C_GROUPS);
    }

    /** Returns 59 characters. */
    String pad() {
        return groups(PAD_GROUPS);
    }

    /** Writes random digits, and returns the index after them. */
    int put(int groups, byte[] into, int from) {
        int offset = from;
        for (int group = 0; group < groups; group++) {
            if (group > 0) {
                into[offset++] = '-';
            }
            // a random 63-bit fraction: the integer part of a product gives four digits, its fraction the next ones
            long fraction = random.nextLong() >>> 1;
            fraction = digits(fraction, into, offset, 4);
            fraction = digits(fraction, into, offset + 4, 4);
            digits(fraction, into, offset + 8, 3);
            offset += GROUP_DIGITS;
        }
        return offset;
    }

    private static long digits(long fraction, byte[] into, int offset, int count) {
        int number = (int) Math.multiplyHigh(fraction, 20_000);
        System.arraycopy(FOUR_DIGITS, number * 4, into, offset, count);
        return fraction * 10_000 & Long.MAX_VALUE;
    }

    private String groups(int count) {
        return new String(text, 0, put(count, text, 0), StandardCharsets.ISO_8859_1);
    }

    private static byte[] fourDigits() {
        byte[] digits = new byte[40_000];
        for (int number = 0; number < 10_000; number++) {
            int rest = number;
            for (int digit = 3; digit >= 0; digit--) {
                digits[number * 4 + digit] = (byte) ('0' + rest % 10);
                rest /= 10;
            }
        }
        return digits;
    }
}
