// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** The values of columns c and pad: groups of eleven random digits joined by '-', ten of them and five. */
final class RowText {

    private static final int GROUP_DIGITS = 11;
    private static final int C_GROUPS = 10;
    private static final int PAD_GROUPS = 5;
    private static final byte[] FOUR_DIGITS = fourDigits();

    private final SplittableRandom random;
    private final byte[] text = new byte[C_GROUPS * (GROUP_DIGITS + 1) - 1];

    RowText(SplittableRandom random) {
        this.random = random;
    }

    /** 119 characters. */
    String c() {
        return groups(C_GROUPS);
    }

    /** 59 characters. */
    String pad() {
        return groups(PAD_GROUPS);
    }

    private String groups(int count) {
        int at = 0;
        for (int group = 0; group < count; group++) {
            if (group > 0) {
                text[at++] = '-';
            }
            System.arraycopy(FOUR_DIGITS, random.nextInt(10_000) * 4, text, at, 4);
            System.arraycopy(FOUR_DIGITS, random.nextInt(10_000) * 4, text, at + 4, 4);
            System.arraycopy(FOUR_DIGITS, random.nextInt(10_000) * 4, text, at + 8, 3);
            at += GROUP_DIGITS;
        }
        return new String(text, 0, at, StandardCharsets.ISO_8859_1);
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
