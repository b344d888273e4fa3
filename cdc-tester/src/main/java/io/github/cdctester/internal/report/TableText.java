// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.text.PlainText;
import java.util.Locale;

/** Lines of plain text that fit 80 columns. */
final class TableText {

    private static final int WIDTH = 80;
    private static final int LABEL = 10;

    private final StringBuilder text = new StringBuilder();

    /** A label and words, broken at blanks where they would be too wide. */
    void entry(String label, String words) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-" + LABEL + "s", label));
        for (String word : PlainText.line(words).split(" ")) {
            if (line.length() + 1 + word.length() > WIDTH && line.length() > LABEL) {
                text.append(line).append('\n');
                line = new StringBuilder(" ".repeat(LABEL));
            }
            line.append(' ').append(word);
        }
        text.append(line).append('\n');
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be one more dependency
    void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }

    @Override
    public String toString() {
        return PlainText.lines(text.toString());
    }
}
