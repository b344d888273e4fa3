// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Marks tables that this tool created, with their number of rows: a comment, which survives until the table is altered. */
public final class TableMark {

    /** The comment of every table that this tool makes, or its beginning. */
    public static final String COMMENT = "made by cdc-tester";

    /** The table option that sets it, with a blank in front. Before options of the user's, so that theirs count. */
    public static final String OPTION = " COMMENT = '" + COMMENT + "'";

    private static final Pattern SIZE = Pattern.compile(COMMENT + ": table-size=(\\d{1,18})");

    private TableMark() {}

    /** Returns the table option with the number of rows, from 0, that the table was created with. */
    public static String option(long tableSize) {
        return " COMMENT = '" + COMMENT + ": table-size=" + tableSize + "'";
    }

    public static boolean isOurs(@Nullable String comment) {
        return comment != null && (comment.equals(COMMENT) || comment.startsWith(COMMENT + ": "));
    }

    /** Returns the number of rows; empty if the mark does not contain it. */
    public static OptionalLong tableSize(@Nullable String comment) {
        Matcher mark = SIZE.matcher(comment == null ? "" : comment);
        return mark.matches() ? OptionalLong.of(Long.parseLong(mark.group(1))) : OptionalLong.empty();
    }
}
