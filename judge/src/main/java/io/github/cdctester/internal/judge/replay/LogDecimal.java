// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * DECIMAL in the format of row images. Digits before and after the decimal point are stored separately, nine digits in four bytes
 * and the remaining digits in one to four bytes, big-endian. The first bit is inverted. For a negative number, all bits are
 * then inverted.
 */
final class LogDecimal {

    private static final int GROUP_DIGITS = 9;
    private static final int GROUP_BYTES = 4;

    /** By number of remaining digits, 0 to 8. */
    private static final int[] REMAINDER_BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4};

    private LogDecimal() {}

    static int bytes(int precision, int scale) {
        return bytes(precision - scale) + bytes(scale);
    }

    private static int bytes(int digits) {
        return digits / GROUP_DIGITS * GROUP_BYTES + REMAINDER_BYTES[digits % GROUP_DIGITS];
    }

    static void add(BigDecimal number, int precision, int scale, RowBytes target) {
        boolean negative = number.signum() < 0;
        String digits = number.setScale(scale).unscaledValue().abs().toString();
        String paddedDigits = "0".repeat(Math.max(0, precision - digits.length())) + digits;
        int wholeDigits = precision - scale;
        int firstOffset = target.length();
        int inversion = negative ? 0xFF : 0;
        int digitsOfFirstGroup = wholeDigits % GROUP_DIGITS;
        addDigits(paddedDigits, 0, digitsOfFirstGroup, inversion, target);
        for (int i = digitsOfFirstGroup; i < wholeDigits; i += GROUP_DIGITS) {
            addDigits(paddedDigits, i, i + GROUP_DIGITS, inversion, target);
        }
        for (int i = wholeDigits; i < precision; i += GROUP_DIGITS) {
            addDigits(paddedDigits, i, Math.min(precision, i + GROUP_DIGITS), inversion, target);
        }
        target.set(firstOffset, target.get(firstOffset) ^ 0x80);
    }

    private static void addDigits(String digits, int from, int end, int inversion, RowBytes target) {
        if (end > from) {
            int value = Integer.parseInt(digits.substring(from, end));
            for (int i = bytes(end - from) - 1; i >= 0; i--) {
                target.add(value >>> 8 * i ^ inversion);
            }
        }
    }

    static BigInteger unscaled(byte[] from, int offset, int precision, int scale) {
        boolean negative = (from[offset] & 0x80) == 0;
        int inversion = negative ? 0xFF : 0;
        int wholeDigits = precision - scale;
        BigInteger value = BigInteger.ZERO;
        int i = offset;
        int digit = 0;
        while (digit < precision) {
            int remainingDigits = digit < wholeDigits ? wholeDigits - digit : precision - digit;
            // before the decimal point, the shorter group is the first; after the point, it is the last
            int group = digit < wholeDigits && remainingDigits % GROUP_DIGITS != 0
                    ? remainingDigits % GROUP_DIGITS
                    : Math.min(GROUP_DIGITS, remainingDigits);
            long number = 0;
            for (int b = bytes(group); b > 0; b--, i++) {
                int plainByte = (from[i] ^ (i == offset ? 0x80 : 0) ^ inversion) & 0xFF;
                number = number << 8 | plainByte;
            }
            value = value.multiply(BigInteger.TEN.pow(group)).add(BigInteger.valueOf(number));
            digit += group;
        }
        return negative ? value.negate() : value;
    }
}
