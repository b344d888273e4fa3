// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Quotes names and texts for SQL. Texts from a server or user must not be inserted into a statement in any other way. */
public final class Quoted {

    private Quoted() {}

    /** Quotes the name of a schema, table, column, user or host. */
    public static String name(String name) {
        return '`' + name.replace("`", "``") + '`';
    }

    /** Writes a text with a backslash in hexadecimal form, because its meaning depends on {@code NO_BACKSLASH_ESCAPES}. */
    public static String text(String text) {
        return text.indexOf('\\') < 0
                ? '\'' + text.replace("'", "''") + '\''
                : "_utf8mb4 X'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + '\'';
    }
}
