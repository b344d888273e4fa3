// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

/**
 * Lengths of a column's values in row images, from its type code and metadata in a TABLE_MAP event. A length is a
 * <em>step</em>: so many bytes to pass over, then a length prefix of 0 to 4 bytes, in one {@code int}.
 */
final class RowColumnType {

    /** A type that is not known, or metadata that it cannot have. */
    static final int UNKNOWN = -1;

    static final int JSON = 245;

    private static final int PREFIX_BITS = 3;
    private static final int ENUM = 247;
    private static final int SET = 248;

    /** Bytes for 0 to 8 decimal digits; nine take four. */
    private static final int[] DECIMAL_BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4};

    private RowColumnType() {}

    /** Bytes that a step passes over without looking at them. */
    static int fixedBytes(int step) {
        return step >>> PREFIX_BITS;
    }

    /** Bytes of the length prefix; 0 for none. */
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
     * The length of a column's values.
     *
     * @param first the metadata's first byte, if there is one
     */
    static int stepOf(int type, int first, int second) {
        return switch (type) {
            case 6 -> step(0, 0); // NULL
            case 1, 13 -> step(1, 0); // TINY, YEAR
            case 2 -> step(2, 0); // SHORT
            case 9, 10, 11, 14 -> step(3, 0); // INT24, DATE, TIME, NEWDATE
            case 3, 4, 7 -> step(4, 0); // LONG, FLOAT, TIMESTAMP
            case 5, 8, 12 -> step(8, 0); // DOUBLE, LONGLONG, DATETIME
            case 17 -> temporal(4, first); // TIMESTAMP2
            case 18 -> temporal(5, first); // DATETIME2
            case 19 -> temporal(3, first); // TIME2
            case 15, 141, 253 -> step(0, (first | second << 8) > 255 ? 2 : 1); // VARCHAR, MariaDB's compressed one
            case 16 -> step(second + (first > 0 ? 1 : 0), 0); // BIT
            case 246 -> decimal(first, second);
            case ENUM, SET -> step(second, 0);
            case 254 -> string(first, second);
            // all kinds of BLOB, MariaDB's compressed one, VECTOR, JSON, GEOMETRY
            case 140, 242, JSON, 249, 250, 251, 252, 255 -> first >= 1 && first <= 4 ? step(0, first) : UNKNOWN;
            default -> UNKNOWN;
        };
    }

    private static int temporal(int wholeBytes, int fractionDigits) {
        return fractionDigits > 6 ? UNKNOWN : step(wholeBytes + (fractionDigits + 1) / 2, 0);
    }

    private static int decimal(int precision, int scale) {
        int whole = precision - scale;
        if (whole < 0) {
            return UNKNOWN;
        }
        return step(whole / 9 * 4 + DECIMAL_BYTES[whole % 9] + scale / 9 * 4 + DECIMAL_BYTES[scale % 9], 0);
    }

    /** STRING also stands for ENUM and SET; if a CHAR is longer than 255, two bits of its length are in the type. */
    private static int string(int first, int second) {
        if (first == ENUM || first == SET) {
            return step(second, 0);
        }
        int longest = ((first & 0x30) ^ 0x30) << 4 | second;
        return step(0, longest > 255 ? 2 : 1);
    }
}
