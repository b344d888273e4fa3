// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

/** How tables show that this tool made them: by a comment, which survives until somebody alters it. */
public final class TableMark {

    /** The comment of every table that this tool makes. */
    public static final String COMMENT = "made by cdc-tester";

    /** The table option that sets it, with a blank in front. Before options of the user's, so that theirs count. */
    public static final String OPTION = " COMMENT = '" + COMMENT + "'";

    private TableMark() {}
}
