// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

/** Names and texts as they stand in SQL. Texts of a server or a user never get into a statement without one of these. */
public final class Quoted {

    private Quoted() {}

    /** Writes the name of a schema, a table or a column. */
    public static String name(String name) {
        return '`' + name.replace("`", "``") + '`';
    }

    /** Writes a text. In {@code NO_BACKSLASH_ESCAPES} a backslash comes out twice, which makes it another text but no other statement. */
    public static String text(String text) {
        return '\'' + text.replace("\\", "\\\\").replace("'", "''") + '\'';
    }
}
