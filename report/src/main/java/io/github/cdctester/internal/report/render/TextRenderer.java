// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.render;

import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.CheckedLimit;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.text.PlainText;
import java.util.List;
import java.util.Locale;

/** Renders a document as plain text for a terminal. */
public final class TextRenderer {

    /** For output to pipes and files. Tables are not divided. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** Assumed width if the terminal's width is unknown, and maximum width of running text. */
    public static final int DEFAULT_WIDTH = 80;

    /** Some words must fit next to their label even in a narrower terminal. */
    private static final int MIN_PROSE_WIDTH = 40;

    private static final int LABEL_WIDTH = 10;

    private final int width;
    private final int proseWidth;
    private final StringBuilder text = new StringBuilder();
    private boolean isAfterTable;

    private TextRenderer(int width) {
        this.width = width;
        proseWidth = Math.max(MIN_PROSE_WIDTH, Math.min(width, DEFAULT_WIDTH));
    }

    /** {@code width} is the number of columns of the terminal, or {@link #UNLIMITED}. */
    public static String render(Document document, int width) {
        TextRenderer renderer = new TextRenderer(width);
        if (document.title().length() > width) {
            renderer.addWrapped("", document.title());
        } else {
            renderer.addLine(document.title());
        }
        if (!document.subtitle().isEmpty()) {
            renderer.addWrapped("", document.subtitle());
        }
        for (Section section : document.sections()) {
            section.blocks().stream()
                    .filter(block -> block.detail() != Detail.PAGE)
                    .forEach(renderer::addBlock);
        }
        renderer.addHeadline(document.headline());
        return PlainText.lines(renderer.text.toString());
    }

    private void addBlock(Block block) {
        if (block instanceof Table table) {
            addTable(table);
        } else if (block instanceof Facts facts && !facts.facts().isEmpty()) {
            addGap();
            facts.facts().forEach(fact -> addEntry(fact.label(), fact.text()));
        } else if (block instanceof Prose prose) {
            addGap();
            addEntry("", prose.text());
        }
    }

    private void addGap() {
        if (isAfterTable) {
            text.append('\n');
            isAfterTable = false;
        }
    }

    private void addTable(Table table) {
        text.append('\n');
        if (table.title() != null) {
            addLine(table.title());
        }
        new TextTable(table, width).render().forEach(this::addLine);
        if (table.note() != null) {
            addEntry("", table.note());
        }
        isAfterTable = true;
    }

    private void addHeadline(Headline headline) {
        addGap();
        addLimits(headline.limits());
        addEntry("result", headline.text());
        headline.warnings().stream().map(Warning::line).forEach(line -> addEntry("note", line));
    }

    private void addLimits(List<CheckedLimit> limits) {
        if (!limits.isEmpty()) {
            long passed = limits.stream()
                    .filter(limit -> Boolean.TRUE.equals(limit.held()))
                    .count();
            addEntry("checks", passed + " of " + limits.size() + " held");
        }
        limits.stream()
                .filter(limit -> !Boolean.TRUE.equals(limit.held()))
                .forEach(limit -> addEntry(
                        limit.held() == null ? "undecided" : "failed", limit.expression() + ": " + limit.actual()));
    }

    private void addEntry(String label, String content) {
        addWrapped(String.format(Locale.ROOT, "%-" + LABEL_WIDTH + "s ", PlainText.line(label)), content);
    }

    private void addWrapped(String label, String content) {
        StringBuilder line = new StringBuilder(label);
        int indent = label.isEmpty() ? 0 : LABEL_WIDTH + 1;
        boolean isFirstWord = true;
        for (String word : PlainText.line(content).split(" ")) {
            if (!isFirstWord && line.length() + 1 + word.length() > proseWidth) {
                addLine(line.toString());
                line = new StringBuilder(" ".repeat(indent));
                isFirstWord = true;
            }
            line.append(isFirstWord ? "" : " ").append(word);
            isFirstWord = false;
        }
        addLine(line.toString());
    }

    private void addLine(String line) {
        text.append(PlainText.line(line)).append('\n');
    }
}
