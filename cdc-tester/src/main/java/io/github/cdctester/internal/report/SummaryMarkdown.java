// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.compose.comparison.ComparisonComposer;
import io.github.cdctester.internal.report.compose.findmax.FindMaxComposer;
import io.github.cdctester.internal.report.compose.sweep.SweepComposer;
import io.github.cdctester.internal.report.render.MarkdownRenderer;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.SweepResult;
import java.io.IOException;
import java.io.Writer;

/** summary.md: what a result says, short enough for a pull request, in Markdown as GitHub has it. */
public final class SummaryMarkdown implements Format<Record> {

    @Override
    public void write(Record result, Writer out) throws IOException {
        out.write(summary(result));
    }

    private static String summary(Record result) {
        if (result instanceof SweepResult sweep) {
            return MarkdownRenderer.render(SweepComposer.of(sweep));
        } else if (result instanceof MatrixResult matrix) {
            return MatrixMarkdown.summary(matrix).toString();
        } else if (result instanceof FindMaxResult search) {
            return MarkdownRenderer.render(FindMaxComposer.of(search));
        } else if (result instanceof Comparison comparison) {
            return MarkdownRenderer.render(ComparisonComposer.of(comparison));
        }
        throw new IllegalArgumentException(result.getClass() + " is no result");
    }
}
