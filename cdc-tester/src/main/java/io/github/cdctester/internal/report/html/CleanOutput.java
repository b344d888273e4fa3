// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import org.jspecify.annotations.Nullable;

/**
 * Escapes what is shown, as jte does, and replaces what no HTML can say: control characters, and halves of surrogate pairs, with
 * which no file could be written.
 */
final class CleanOutput extends OwaspHtmlTemplateOutput {

    private static final char REPLACEMENT = '\uFFFD';

    CleanOutput(TemplateOutput out) {
        super(out);
    }

    @Override
    public void writeUserContent(@Nullable String value) {
        super.writeUserContent(value == null ? null : clean(value));
    }

    private static String clean(String text) {
        StringBuilder cleaned = null;
        for (int i = 0; i < text.length(); i++) {
            if (!isShown(text, i)) {
                cleaned = cleaned == null ? new StringBuilder(text) : cleaned;
                cleaned.setCharAt(i, REPLACEMENT);
            }
        }
        return cleaned == null ? text : cleaned.toString();
    }

    private static boolean isShown(String text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
        }
        return !Character.isISOControl(c) || c == '\t' || c == '\n' || c == '\r';
    }
}
