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
 * The format of a column's values in row images. It allows a comparison of values read by SQL with values of the log, byte for
 * byte. Long texts are kept as a hash.
 *
 * @param bytes of whole numbers and decimals their length, of texts the length of the length before them
 * @param precision of decimals all digits
 * @param scale of decimals and times the digits after the decimal point
 * @param unsigned of whole numbers, whether there are no negative ones
 */
record ColumnFormat(Kind kind, int bytes, int precision, int scale, boolean unsigned) {

    enum Kind {
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

    /** Texts up to here are kept as they are. */
    static final int SHORT_TEXT = 16;

    private static final int HASHED = 0xFF;
    private static final int HASH_BYTES = 8;

    static final ColumnFormat OTHER = new ColumnFormat(Kind.OTHER, 0, 0, 0, false);

    /** Bytes of every value in the log, or 0 if they differ. */
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
        return kind != Kind.OTHER;
    }

    boolean isText() {
        return kind == Kind.TEXT || kind == Kind.BINARY;
    }

    /** The expression that reads it by SQL. */
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
     * Adds a value in the log's form; a text in its stored form.
     *
     * @param column the index of {@link #expression} in the row
     * @param raw takes whole texts, which keys require
     */
    boolean add(ResultSet row, int column, boolean raw, RowBytes to) throws SQLException {
        Object value = switch (kind) {
            case WHOLE, DECIMAL, TIMESTAMP -> row.getBigDecimal(column);
            case TEXT, BINARY -> row.getBytes(column);
            case DATE, DATETIME -> row.getString(column);
            case OTHER -> throw new IllegalStateException("a column that is not compared");
        };
        if (value instanceof BigDecimal number) {
            add(number, to);
        } else if (value instanceof byte[] text) {
            addText(text, text.length, raw, to);
        } else if (value instanceof String time) {
            LogTime.add(time, kind == Kind.DATE, scale, to);
        }
        return value != null;
    }

    private void add(BigDecimal number, RowBytes to) {
        switch (kind) {
            case WHOLE -> to.addLittleEndian(number.toBigInteger().longValue(), bytes);
            case DECIMAL -> LogDecimal.add(number, precision, scale, to);
            default -> LogTime.addSeconds(number, scale, to);
        }
    }

    static void addText(byte[] text, int length, boolean raw, RowBytes to) {
        if (raw) {
            to.addBigEndian(length, 2);
            to.add(text, 0, length);
        } else if (length <= SHORT_TEXT) {
            to.add(length);
            to.add(text, 0, length);
        } else {
            to.add(HASHED);
            to.addLittleEndian(RowHash.of(text, 0, length), HASH_BYTES);
        }
    }

    /** Returns the length in bytes of the value that starts at an index of a stored row or key. */
    int keptBytes(byte[] kept, int at, boolean raw) {
        if (!isText()) {
            return fixedBytes();
        }
        if (raw) {
            return 2 + ((kept[at] & 0xFF) << 8 | kept[at + 1] & 0xFF);
        }
        int mark = kept[at] & 0xFF;
        return 1 + (mark == HASHED ? HASH_BYTES : mark);
    }

    /** A number that is added up, in units of its last digit. */
    long number(byte[] kept, int at) {
        if (kind == Kind.DECIMAL) {
            return LogDecimal.unscaled(kept, at, precision, scale).longValue();
        }
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number |= (kept[at + i] & 0xFFL) << 8 * i;
        }
        int unused = Long.SIZE - 8 * bytes;
        return unsigned ? number : number << unused >> unused;
    }

    /** A value of a kept row or key in words. */
    String words(byte[] kept, int at, boolean raw) {
        int from = at + (!isText() ? 0 : raw ? 2 : 1);
        int until = at + keptBytes(kept, at, raw);
        return switch (kind) {
            case WHOLE ->
                unsigned && bytes == Long.BYTES
                        ? Long.toUnsignedString(number(kept, at))
                        : Long.toString(number(kept, at));
            case DECIMAL -> new BigDecimal(LogDecimal.unscaled(kept, at, precision, scale), scale).toPlainString();
            case TEXT ->
                !raw && (kept[at] & 0xFF) == HASHED
                        ? "a text (hash " + HexFormat.of().formatHex(kept, from, until) + ")"
                        : "'" + printable(new String(kept, from, until - from, StandardCharsets.UTF_8)) + "'";
            default -> "0x" + new BigInteger(1, Arrays.copyOfRange(kept, from, until)).toString(16);
        };
    }

    /** A value of a key as it is. */
    String text(byte[] key, int at) {
        return kind == Kind.TEXT
                ? new String(key, at + 2, keptBytes(key, at, true) - 2, StandardCharsets.UTF_8)
                : words(key, at, true);
    }

    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
