// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * DECIMAL in the format of row images. Digits before and after the decimal point are stored separately, nine digits in four bytes
 * and the rest in fewer bytes, big-endian. The first bit is inverted; for a negative number, all bits are inverted in addition.
 */
final class LogDecimal {

    private static final int GROUP = 9;
    private static final int GROUP_BYTES = 4;

    /** Bytes for 0 to 8 digits. */
    private static final int[] REST_BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4};

    private LogDecimal() {}

    static int bytes(int precision, int scale) {
        return bytes(precision - scale) + bytes(scale);
    }

    private static int bytes(int digits) {
        return digits / GROUP * GROUP_BYTES + REST_BYTES[digits % GROUP];
    }

    static void add(BigDecimal number, int precision, int scale, RowBytes to) {
        boolean negative = number.signum() < 0;
        String digits = number.setScale(scale).unscaledValue().abs().toString();
        String padded = "0".repeat(Math.max(0, precision - digits.length())) + digits;
        int wholeDigits = precision - scale;
        int first = to.length();
        int inversion = negative ? 0xFF : 0;
        int digitsOfFirstGroup = wholeDigits % GROUP;
        addDigits(padded, 0, digitsOfFirstGroup, inversion, to);
        for (int i = digitsOfFirstGroup; i < wholeDigits; i += GROUP) {
            addDigits(padded, i, i + GROUP, inversion, to);
        }
        for (int i = wholeDigits; i < precision; i += GROUP) {
            addDigits(padded, i, Math.min(precision, i + GROUP), inversion, to);
        }
        to.set(first, to.get(first) ^ 0x80);
    }

    private static void addDigits(String digits, int from, int end, int inversion, RowBytes to) {
        if (end > from) {
            int value = Integer.parseInt(digits.substring(from, end));
            for (int i = bytes(end - from) - 1; i >= 0; i--) {
                to.add(value >>> 8 * i ^ inversion);
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
            int inPart = digit < wholeDigits ? wholeDigits - digit : precision - digit;
            // before the decimal point the short group comes first, after it last
            int group = digit < wholeDigits && inPart % GROUP != 0 ? inPart % GROUP : Math.min(GROUP, inPart);
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
