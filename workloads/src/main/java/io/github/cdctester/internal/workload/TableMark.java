// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Marks tables that this tool created, by their comment. The mark is lost if a user changes the comment. */
public final class TableMark {

    /** Start of the comment; more text may follow. */
    public static final String COMMENT = "made by cdc-tester";

    /** Precedes the user's options, so that the user's comment takes precedence. */
    public static final String OPTION = " COMMENT = '" + COMMENT + "'";

    /** Ends the comment of a table whose preparation ends with an index on column {@code k}. */
    public static final String INDEX = ", index on k";

    private static final Pattern SIZE = Pattern.compile(COMMENT + ": table-size=(\\d{1,18})(" + INDEX + ")?");

    private TableMark() {}

    /** {@code tableSize} is the initial number of rows, from 0. */
    public static String option(long tableSize, boolean isIndexed) {
        return " COMMENT = '" + COMMENT + ": table-size=" + tableSize + (isIndexed ? INDEX : "") + "'";
    }

    public static boolean isMarked(@Nullable String comment) {
        return comment != null && (comment.equals(COMMENT) || comment.startsWith(COMMENT + ": "));
    }

    /** Returns empty if the mark does not contain the initial number of rows. */
    public static OptionalLong tableSize(@Nullable String comment) {
        Matcher mark = SIZE.matcher(comment == null ? "" : comment);
        return mark.matches() ? OptionalLong.of(Long.parseLong(mark.group(1))) : OptionalLong.empty();
    }
}
