// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

/** Quotes names and texts for SQL. Texts from a server or user must not be inserted into a statement in any other way. */
public final class Quoted {

    private Quoted() {}

    /** Quotes the name of a schema, table or column. */
    public static String name(String name) {
        return '`' + name.replace("`", "``") + '`';
    }

    /** With {@code NO_BACKSLASH_ESCAPES}, backslashes in the value are doubled, but the statement's structure is unchanged. */
    public static String text(String text) {
        return '\'' + text.replace("\\", "\\\\").replace("'", "''") + '\'';
    }
}
