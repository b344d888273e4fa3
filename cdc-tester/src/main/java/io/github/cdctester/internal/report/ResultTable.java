// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Summary;

/** The table at the end of a run: plain text that fits 80 columns. */
public final class ResultTable {

    private ResultTable() {}

    /**
     * Renders a result.
     *
     * @param result the result
     * @return lines of text
     */
    public static String of(RunResult result) {
        TableText text = new TableText();
        Summary summary = result.summary();
        new TableHead(text).head(result);
        new TableRates(text).rates(summary);
        LoadRows.of(summary.write()).forEach(row -> text.line("%s", row));
        StreamRows.of(summary).forEach(row -> text.line("%s", row));
        new TableDurations(text).durations(summary);
        new TableFoot(text).foot(result);
        return text.toString();
    }
}
