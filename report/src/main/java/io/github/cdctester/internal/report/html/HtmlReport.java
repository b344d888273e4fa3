// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import gg.jte.output.WriterOutput;
import io.github.cdctester.internal.report.document.Document;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;

/** Writes a document as one HTML file. */
public final class HtmlReport {

    private HtmlReport() {}

    public static void write(Document page, Writer out) throws IOException {
        render(page, Parts.of(page), out);
    }

    /** The page's script requests {@code events}, {@code page} and {@code report.html} from the page's origin. */
    public static void writeLive(Document page, String runId, Writer out) throws IOException {
        render(page, Parts.live(page, runId), out);
    }

    /** Writes only markup and chart data, without style and scripts. */
    @SuppressWarnings("NullAway") // jte's templates accept null for "no interceptor"
    public static void writeContent(Document page, Writer out) throws IOException {
        try {
            JtepartGenerated.render(new CleanOutput(new WriterOutput(out)), null, page, Parts.content(page));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        out.flush();
    }

    @SuppressWarnings("NullAway") // jte's templates accept null for "no interceptor"
    private static void render(Document page, Parts parts, Writer out) throws IOException {
        try {
            JtereportGenerated.render(new CleanOutput(new WriterOutput(out)), null, page, parts);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        out.flush();
    }
}
