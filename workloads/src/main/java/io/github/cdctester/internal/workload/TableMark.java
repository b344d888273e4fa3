// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Marks tables that this tool created with a comment, which may contain the number of rows. The mark is lost if the table is
 * altered with another comment.
 */
public final class TableMark {

    /** The comment of each table that this tool creates, or the start of its comment. */
    public static final String COMMENT = "made by cdc-tester";

    /**
     * The table option that sets the comment, with a leading space. It precedes the user's options, so that the user's comment
     * takes precedence.
     */
    public static final String OPTION = " COMMENT = '" + COMMENT + "'";

    private static final Pattern SIZE = Pattern.compile(COMMENT + ": table-size=(\\d{1,18})");

    private TableMark() {}

    /** Returns the table option with the initial number of rows, from 0. */
    public static String option(long tableSize) {
        return " COMMENT = '" + COMMENT + ": table-size=" + tableSize + "'";
    }

    public static boolean isMarked(@Nullable String comment) {
        return comment != null && (comment.equals(COMMENT) || comment.startsWith(COMMENT + ": "));
    }

    /** Returns the initial number of rows; empty if the mark does not contain it. */
    public static OptionalLong tableSize(@Nullable String comment) {
        Matcher mark = SIZE.matcher(comment == null ? "" : comment);
        return mark.matches() ? OptionalLong.of(Long.parseLong(mark.group(1))) : OptionalLong.empty();
    }
}
