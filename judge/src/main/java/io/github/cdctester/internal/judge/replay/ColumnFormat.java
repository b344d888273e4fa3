// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import io.github.cdctester.internal.access.Quoted;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The format of a column's values in row images. SQL values are converted to it, so that they can be compared with log values
 * byte by byte. Long texts are stored as a hash.
 *
 * @param bytes length of a whole number or decimal; for a text, the size of its length prefix
 * @param precision number of all digits of a decimal
 * @param scale number of digits after the decimal point, of a decimal or time
 */
record ColumnFormat(ValueType kind, int bytes, int precision, int scale, boolean unsigned) {

    enum ValueType {
        WHOLE,
        DECIMAL,
        TEXT,
        BINARY,
        DATE,
        DATETIME,
        TIMESTAMP,
        /** Not compared. */
        OTHER
    }

    /** Longer texts are stored as a hash. */
    static final int MAX_UNHASHED_BYTES = 16;

    private static final int HASHED_MARK = 0xFF;
    private static final int HASH_BYTES = 8;

    static final ColumnFormat OTHER = new ColumnFormat(ValueType.OTHER, 0, 0, 0, false);

    /** Length of a value in the log; 0 if it varies. */
    int fixedBytes() {
        return switch (kind) {
            case WHOLE, DECIMAL -> bytes;
            case DATE -> 3;
            case DATETIME -> 5 + (scale + 1) / 2;
            case TIMESTAMP -> 4 + (scale + 1) / 2;
            case TEXT, BINARY, OTHER -> 0;
        };
    }

    boolean isCompared() {
        return kind != ValueType.OTHER;
    }

    boolean isText() {
        return kind == ValueType.TEXT || kind == ValueType.BINARY;
    }

    String expression(String column) {
        String name = Quoted.name(column);
        return switch (kind) {
            case TEXT -> "CAST(" + name + " AS BINARY)";
            case DATE, DATETIME -> "CAST(" + name + " AS CHAR)";
            case TIMESTAMP -> "UNIX_TIMESTAMP(" + name + ")";
            default -> name;
        };
    }

    /**
     * Adds a value in the log's format, or a text in its stored form. Returns false if the value is NULL. {@code raw} stores
     * texts unhashed, as required for keys.
     */
    boolean add(ResultSet row, int column, boolean raw, RowBytes target) throws SQLException {
        Object value = switch (kind) {
            case WHOLE, DECIMAL, TIMESTAMP -> row.getBigDecimal(column);
            case TEXT, BINARY -> row.getBytes(column);
            case DATE, DATETIME -> row.getString(column);
            case OTHER -> throw new IllegalStateException("a column that is not compared");
        };
        if (value instanceof BigDecimal number) {
            add(number, target);
        } else if (value instanceof byte[] text) {
            addText(text, text.length, raw, target);
        } else if (value instanceof String time) {
            LogTime.add(time, kind == ValueType.DATE, scale, target);
        }
        return value != null;
    }

    private void add(BigDecimal number, RowBytes target) {
        switch (kind) {
            case WHOLE -> target.addLittleEndian(number.toBigInteger().longValue(), bytes);
            case DECIMAL -> LogDecimal.add(number, precision, scale, target);
            default -> LogTime.addSeconds(number, scale, target);
        }
    }

    static void addText(byte[] text, int length, boolean raw, RowBytes target) {
        if (raw) {
            target.addBigEndian(length, 2);
            target.add(text, 0, length);
        } else if (length <= MAX_UNHASHED_BYTES) {
            target.add(length);
            target.add(text, 0, length);
        } else {
            target.add(HASHED_MARK);
            target.addLittleEndian(RowHash.of(text, 0, length), HASH_BYTES);
        }
    }

    int storedBytes(byte[] stored, int offset, boolean raw) {
        if (!isText()) {
            return fixedBytes();
        }
        if (raw) {
            return 2 + ((stored[offset] & 0xFF) << 8 | stored[offset + 1] & 0xFF);
        }
        int mark = stored[offset] & 0xFF;
        return 1 + (mark == HASHED_MARK ? HASH_BYTES : mark);
    }

    /** Returns 12.34 as 1234. */
    long number(byte[] stored, int offset) {
        if (kind == ValueType.DECIMAL) {
            return LogDecimal.unscaled(stored, offset, precision, scale).longValue();
        }
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number |= (stored[offset + i] & 0xFFL) << 8 * i;
        }
        int unusedBits = Long.SIZE - 8 * bytes;
        return unsigned ? number : number << unusedBits >> unusedBits;
    }

    String describe(byte[] stored, int offset, boolean raw) {
        int from = offset + (!isText() ? 0 : raw ? 2 : 1);
        int end = offset + storedBytes(stored, offset, raw);
        return switch (kind) {
            case WHOLE ->
                unsigned && bytes == Long.BYTES
                        ? Long.toUnsignedString(number(stored, offset))
                        : Long.toString(number(stored, offset));
            case DECIMAL ->
                new BigDecimal(LogDecimal.unscaled(stored, offset, precision, scale), scale).toPlainString();
            case TEXT ->
                !raw && (stored[offset] & 0xFF) == HASHED_MARK
                        ? "a text (hash " + HexFormat.of().formatHex(stored, from, end) + ")"
                        : "'" + printable(new String(stored, from, end - from, StandardCharsets.UTF_8)) + "'";
            default -> "0x" + new BigInteger(1, Arrays.copyOfRange(stored, from, end)).toString(16);
        };
    }

    /** Unlike {@link #describe}, adds no quotes. */
    String text(byte[] key, int offset) {
        return kind == ValueType.TEXT
                ? new String(key, offset + 2, storedBytes(key, offset, true) - 2, StandardCharsets.UTF_8)
                : describe(key, offset, true);
    }

    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
