// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Summary;
import java.io.IOException;
import java.io.Writer;

/** The table at the end of a run: plain text that fits 80 columns. */
public final class ResultTable implements Format<RunResult> {

    @Override
    public void write(RunResult result, Writer out) throws IOException {
        TableText text = new TableText();
        Summary summary = result.summary();
        new TableHead(text).head(result);
        new TableRates(text).rates(summary);
        LoadRows.of(summary.write()).forEach(row -> text.line("%s", row));
        StreamRows.of(summary).forEach(row -> text.line("%s", row));
        ConsumerRows.of(result).forEach(row -> text.line("%s", row));
        NodeRows.of(summary).forEach(row -> text.line("%s", row));
        new TableDurations(text).durations(summary);
        new TableFoot(text).foot(result);
        out.write(text.toString());
    }
}
