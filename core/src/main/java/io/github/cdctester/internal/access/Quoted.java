// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

/** Quotes names and texts for SQL. Texts from a server or user must not be inserted into a statement in any other way. */
public final class Quoted {

    private Quoted() {}

    /** Quotes the name of a schema, table or column. */
    public static String name(String name) {
        return '`' + name.replace("`", "``") + '`';
    }

    /**
     * Quotes a text. With {@code NO_BACKSLASH_ESCAPES} each backslash is doubled in the value, which changes the text
     * but not the structure of the statement.
     */
    public static String text(String text) {
        return '\'' + text.replace("\\", "\\\\").replace("'", "''") + '\'';
    }
}
