// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

/**
 * Derives the length of a column's values from type code and metadata in a TABLE_MAP event. A <em>step</em> encodes a length in one
 * {@code int}: a fixed number of bytes, and a length prefix of 0 to 4 bytes.
 */
final class RowColumnType {

    /** Unknown type, or invalid metadata for the type. */
    static final int UNKNOWN = -1;

    static final int JSON = 245;

    private static final int PREFIX_BITS = 3;
    private static final int ENUM = 247;
    private static final int SET = 248;

    /** Bytes for 0 to 8 decimal digits; nine digits take four bytes. */
    private static final int[] DECIMAL_BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4};

    private RowColumnType() {}

    /** Returns the number of bytes before the length prefix. */
    static int fixedBytes(int step) {
        return step >>> PREFIX_BITS;
    }

    /** Returns the size of the length prefix in bytes; 0 for none. */
    static int prefixBytes(int step) {
        return step & (1 << PREFIX_BITS) - 1;
    }

    static int step(int fixedBytes, int prefixBytes) {
        return fixedBytes << PREFIX_BITS | prefixBytes;
    }

    static int metadataBytes(int type) {
        return switch (type) {
            case 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14 -> 0;
            case 4, 5, 17, 18, 19, 140, 242, JSON, 249, 250, 251, 252, 255 -> 1;
            case 15, 16, 141, 246, ENUM, SET, 253, 254 -> 2;
            default -> UNKNOWN;
        };
    }

    /** Returns {@link #UNKNOWN} for an unknown type. {@code byte1} is the first metadata byte, if any. */
    static int stepOf(int type, int byte1, int byte2) {
        return switch (type) {
            case 6 -> step(0, 0); // NULL
            case 1, 13 -> step(1, 0); // TINY, YEAR
            case 2 -> step(2, 0); // SHORT
            case 9, 10, 11, 14 -> step(3, 0); // INT24, DATE, TIME, NEWDATE
            case 3, 4, 7 -> step(4, 0); // LONG, FLOAT, TIMESTAMP
            case 5, 8, 12 -> step(8, 0); // DOUBLE, LONGLONG, DATETIME
            case 17 -> temporalStep(4, byte1); // TIMESTAMP2
            case 18 -> temporalStep(5, byte1); // DATETIME2
            case 19 -> temporalStep(3, byte1); // TIME2
            case 15, 141, 253 -> step(0, (byte1 | byte2 << 8) > 255 ? 2 : 1); // VARCHAR, also compressed
            case 16 -> step(byte2 + (byte1 > 0 ? 1 : 0), 0); // BIT
            case 246 -> decimalStep(byte1, byte2);
            case ENUM, SET -> step(byte2, 0);
            case 254 -> stringStep(byte1, byte2);
            // all kinds of BLOB, also compressed; VECTOR, JSON, GEOMETRY
            case 140, 242, JSON, 249, 250, 251, 252, 255 -> byte1 >= 1 && byte1 <= 4 ? step(0, byte1) : UNKNOWN;
            default -> UNKNOWN;
        };
    }

    private static int temporalStep(int wholeBytes, int fractionDigits) {
        return fractionDigits > 6 ? UNKNOWN : step(wholeBytes + (fractionDigits + 1) / 2, 0);
    }

    private static int decimalStep(int precision, int scale) {
        int integerDigits = precision - scale;
        if (integerDigits < 0) {
            return UNKNOWN;
        }
        return step(
                integerDigits / 9 * 4 + DECIMAL_BYTES[integerDigits % 9] + scale / 9 * 4 + DECIMAL_BYTES[scale % 9], 0);
    }

    /** STRING also represents ENUM and SET. If a CHAR is longer than 255 bytes, two bits of its length are in the type byte. */
    private static int stringStep(int byte1, int byte2) {
        if (byte1 == ENUM || byte1 == SET) {
            return step(byte2, 0);
        }
        int maxLength = ((byte1 & 0x30) ^ 0x30) << 4 | byte2;
        return step(0, maxLength > 255 ? 2 : 1);
    }
}
