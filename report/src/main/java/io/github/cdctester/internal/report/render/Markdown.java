// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.render;

import io.github.cdctester.internal.text.PlainText;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Builds a document in GitHub's Markdown. Texts are escaped, so that they create no cell, link, element, formula or mention. */
final class Markdown {

    static final String TEXT = "---";

    static final String NUMBER = "---:";

    private final StringBuilder text = new StringBuilder();
    private boolean isInList;

    Markdown title(String source) {
        return block("# " + escaped(source) + "\n");
    }

    Markdown heading(String source) {
        return block("## " + escaped(source) + "\n");
    }

    Markdown paragraph(String bold, String source) {
        return block(("**" + escaped(bold) + "** " + escaped(source)).stripTrailing() + "\n");
    }

    Markdown paragraph(String source) {
        return block(escaped(source) + "\n");
    }

    /** Consecutive items form one list. */
    Markdown item(String source) {
        boolean isContinued = isInList;
        String item = "- " + escaped(source) + "\n";
        if (isContinued) {
            text.append(item);
        } else {
            block(item);
        }
        isInList = true;
        return this;
    }

    /** Headings, heading lines and each row must have the same number of cells. */
    Markdown table(List<String> headings, List<String> headingLines, List<List<String>> rows) {
        StringBuilder table = new StringBuilder(row(headings)).append(joined(headingLines));
        rows.forEach(row -> table.append(row(row)));
        return block(table.toString());
    }

    Markdown folded(String summary, Consumer<Markdown> content) {
        Markdown blocks = new Markdown();
        content.accept(blocks);
        // not escaped, because it is a constant of this tool
        return block("<details>\n<summary>" + summary + "</summary>\n\n" + blocks + "\n</details>\n");
    }

    private Markdown block(String lines) {
        if (!text.isEmpty()) {
            text.append('\n');
        }
        text.append(lines);
        isInList = false;
        return this;
    }

    private static String row(List<String> cells) {
        return joined(cells.stream().map(Markdown::escaped).toList());
    }

    private static String joined(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /**
     * GitHub finds mentions and issues in the rendered text and ignores backslashes, so a zero-width space follows {@code @}
     * and {@code #}.
     */
    static String escaped(String source) {
        return PlainText.line(source)
                .replaceAll("([\\\\|<>\\[\\]`*&$])", "\\\\$1")
                .replaceAll("~(?=\\S)|(?<=\\S)~", "\\\\~")
                .replaceAll("(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])", "\\\\_")
                .replaceAll("://", ":\\\\//")
                .replaceAll("(?i)\\b(www)\\.", "$1\\\\.")
                .replaceAll("([@#])(?=[\\p{L}\\p{N}])", "$1&#8203;");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
