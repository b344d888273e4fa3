// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import io.github.cdctester.internal.text.PlainText;
import org.jspecify.annotations.Nullable;

/** Escapes HTML, and replaces characters that could hide or rearrange neighbouring text. */
final class CleanOutput extends OwaspHtmlTemplateOutput {

    CleanOutput(TemplateOutput out) {
        super(out);
    }

    @Override
    public void writeUserContent(@Nullable String value) {
        super.writeUserContent(value == null ? null : PlainText.lines(value));
    }
}
