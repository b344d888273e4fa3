// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

/**
 * Determines the length of a column's values in row images from the type code and metadata in a TABLE_MAP event. A
 * length is encoded as a <em>step</em> in one {@code int}: a fixed number of bytes, followed by a length prefix of 0 to
 * 4 bytes.
 */
final class RowColumnType {

    /** Unknown type, or invalid metadata for the type. */
    static final int UNKNOWN = -1;

    static final int JSON = 245;

    private static final int PREFIX_BITS = 3;
    private static final int ENUM = 247;
    private static final int SET = 248;

    /** Number of bytes for 0 to 8 decimal digits; nine digits take four bytes. */
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

    /**
     * Returns the step of a column.
     *
     * @param first first metadata byte, if the type has metadata
     */
    static int stepOf(int type, int first, int second) {
        return switch (type) {
            case 6 -> step(0, 0); // NULL
            case 1, 13 -> step(1, 0); // TINY, YEAR
            case 2 -> step(2, 0); // SHORT
            case 9, 10, 11, 14 -> step(3, 0); // INT24, DATE, TIME, NEWDATE
            case 3, 4, 7 -> step(4, 0); // LONG, FLOAT, TIMESTAMP
            case 5, 8, 12 -> step(8, 0); // DOUBLE, LONGLONG, DATETIME
            case 17 -> temporalStep(4, first); // TIMESTAMP2
            case 18 -> temporalStep(5, first); // DATETIME2
            case 19 -> temporalStep(3, first); // TIME2
            case 15, 141, 253 -> step(0, (first | second << 8) > 255 ? 2 : 1); // VARCHAR, also compressed
            case 16 -> step(second + (first > 0 ? 1 : 0), 0); // BIT
            case 246 -> decimalStep(first, second);
            case ENUM, SET -> step(second, 0);
            case 254 -> stringStep(first, second);
            // all kinds of BLOB, also compressed; VECTOR, JSON, GEOMETRY
            case 140, 242, JSON, 249, 250, 251, 252, 255 -> first >= 1 && first <= 4 ? step(0, first) : UNKNOWN;
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

    /**
     * Returns the step of type STRING, which also represents ENUM and SET. If a CHAR is longer than 255 bytes, two bits
     * of its length are in the type byte.
     */
    private static int stringStep(int first, int second) {
        if (first == ENUM || first == SET) {
            return step(second, 0);
        }
        int maxLength = ((first & 0x30) ^ 0x30) << 4 | second;
        return step(0, maxLength > 255 ? 2 : 1);
    }
}
