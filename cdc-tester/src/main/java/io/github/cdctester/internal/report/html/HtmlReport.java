// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import gg.jte.output.WriterOutput;
import io.github.cdctester.internal.report.page.model.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;

/** A page as one HTML file. */
public final class HtmlReport {

    private HtmlReport() {}

    /**
     * Writes a page.
     *
     * @param page the page
     * @param out where to; stays open
     * @throws IOException if it cannot be written
     */
    @SuppressWarnings("NullAway") // jte's templates take null for no interceptor
    public static void write(Page page, Writer out) throws IOException {
        try {
            JtereportGenerated.render(new CleanOutput(new WriterOutput(out)), null, page, Parts.of(page));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        out.flush();
    }
}
