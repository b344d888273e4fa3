// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.render;

import io.github.cdctester.internal.text.PlainText;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Builds a document in GitHub's Markdown, block by block. Texts are escaped: they create no cell, link, element, formula or
 * mention.
 */
final class Markdown {

    /** The rule below the head of a column of words. */
    static final String TEXT = "---";

    /** The rule below the head of a column of numbers. */
    static final String NUMBER = "---:";

    private final StringBuilder text = new StringBuilder();
    private boolean inList;

    Markdown title(String words) {
        return block("# " + plain(words) + "\n");
    }

    /** Adds the title of a section. */
    Markdown heading(String words) {
        return block("## " + plain(words) + "\n");
    }

    Markdown paragraph(String bold, String words) {
        return block(("**" + plain(bold) + "** " + plain(words)).stripTrailing() + "\n");
    }

    Markdown paragraph(String words) {
        return block(plain(words) + "\n");
    }

    /** Adds an item of a list; consecutive items form one list. */
    Markdown item(String words) {
        boolean continues = inList;
        String item = "- " + plain(words) + "\n";
        if (continues) {
            text.append(item);
        } else {
            block(item);
        }
        inList = true;
        return this;
    }

    /** Adds a table; the header, the rules and each row have equally many cells. */
    Markdown table(List<String> heads, List<String> rules, List<List<String>> rows) {
        StringBuilder table = new StringBuilder(row(heads)).append(joined(rules));
        rows.forEach(row -> table.append(row(row)));
        return block(table.toString());
    }

    /** Adds blocks that the reader can unfold. */
    Markdown folded(String summary, Consumer<Markdown> inside) {
        Markdown blocks = new Markdown();
        inside.accept(blocks);
        // text inside an HTML element is not Markdown; the summary is a constant of this tool
        return block("<details>\n<summary>" + summary + "</summary>\n\n" + blocks + "\n</details>\n");
    }

    private Markdown block(String lines) {
        if (!text.isEmpty()) {
            text.append('\n');
        }
        text.append(lines);
        inList = false;
        return this;
    }

    private static String row(List<String> cells) {
        return joined(cells.stream().map(Markdown::plain).toList());
    }

    private static String joined(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /**
     * Escapes a server's text with any characters. GitHub looks for mentions and issues in the rendered text, without backslashes:
     * a zero-width space follows their signs.
     */
    static String plain(String words) {
        return PlainText.line(words)
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
