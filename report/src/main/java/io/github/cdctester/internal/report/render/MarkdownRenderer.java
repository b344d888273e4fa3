// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.render;

import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.CheckedLimit;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Renders a document in GitHub's Markdown. Summary blocks are folded, and page-only blocks are omitted. */
public final class MarkdownRenderer {

    private static final int MAX_LIMITS = 30;

    private MarkdownRenderer() {}

    public static String render(Document document) {
        Headline headline = document.headline();
        Markdown text = new Markdown().title(document.title());
        if (!document.subtitle().isEmpty()) {
            text.paragraph(document.subtitle());
        }
        text.paragraph(headline.tone().sign() + " " + headline.text(), headline.summary());
        addFigures(headline.figures(), text);
        addLimits(headline.limits(), text);
        List<Block> blocks = document.sections().stream()
                .flatMap(section -> section.blocks().stream())
                .toList();
        addBlocks(withDetail(Detail.ESSENTIAL, blocks), text);
        if (!headline.warnings().isEmpty()) {
            text.heading("Warnings");
            headline.warnings().forEach(warning -> text.item(warning.line()));
        }
        List<Block> foldedBlocks = withDetail(Detail.SUMMARY, blocks);
        if (!foldedBlocks.isEmpty()) {
            text.folded("All figures", content -> addBlocks(foldedBlocks, content));
        }
        return text.toString();
    }

    /** No block is folded. */
    public static String render(String title, List<Block> blocks) {
        Markdown text = new Markdown().title(title);
        addBlocks(blocks, text);
        return text.toString();
    }

    private static List<Block> withDetail(Detail detail, List<Block> blocks) {
        return blocks.stream()
                .filter(block -> block.detail() == detail)
                .filter(block -> !(block instanceof Facts facts && facts.facts().isEmpty()))
                .toList();
    }

    private static void addFigures(List<Figure> figures, Markdown text) {
        if (!figures.isEmpty()) {
            text.table(
                    figures.stream()
                            .map(figure -> (figure.name() + " " + figure.unit()).strip())
                            .toList(),
                    figures.stream().map(figure -> Markdown.NUMBER).toList(),
                    List.of(figures.stream().map(Figure::value).toList()));
        }
    }

    private static void addLimits(List<CheckedLimit> limits, Markdown text) {
        if (!limits.isEmpty()) {
            text.table(
                    List.of("limit", "found", ""),
                    List.of(Markdown.TEXT, Markdown.TEXT, Markdown.TEXT),
                    limits.stream()
                            .limit(MAX_LIMITS)
                            .map(limit -> List.of(limit.expression(), limit.actual(), outcome(limit)))
                            .toList());
            if (limits.size() > MAX_LIMITS) {
                text.item(limits.size() - MAX_LIMITS + " more are not shown here");
            }
        }
    }

    private static String outcome(CheckedLimit limit) {
        return limit.held() == null ? "? not decided" : limit.held() ? "✓ held" : "✗ broken";
    }

    private static void addBlocks(List<Block> blocks, Markdown text) {
        for (Block block : blocks) {
            if (block instanceof Table table) {
                addTable(table, text);
            } else if (block instanceof Facts facts) {
                facts.facts()
                        .forEach(fact ->
                                text.item(fact.label().isEmpty() ? fact.text() : fact.label() + ": " + fact.text()));
            } else if (block instanceof Prose prose) {
                text.paragraph(prose.text());
            }
        }
    }

    private static void addTable(Table table, Markdown text) {
        if (table.title() != null) {
            text.paragraph(table.title(), "");
        }
        List<Integer> visibleIndexes = IntStream.range(0, table.columns().size())
                .filter(i -> table.columns().get(i).detail() != Detail.PAGE)
                .boxed()
                .toList();
        List<Column> columns = visibleIndexes.stream().map(table.columns()::get).toList();
        text.table(
                columns.stream().map(Column::title).toList(),
                columns.stream()
                        .map(column -> column.isNumber() ? Markdown.NUMBER : Markdown.TEXT)
                        .toList(),
                table.rows().stream()
                        .map(row -> cells(row, visibleIndexes, columns))
                        .toList());
        if (table.note() != null) {
            text.paragraph(table.note());
        }
    }

    private static List<String> cells(Row row, List<Integer> visibleIndexes, List<Column> columns) {
        List<String> cells = new ArrayList<>();
        for (int i = 0;
                i < columns.size() && visibleIndexes.get(i) < row.cells().size();
                i++) {
            cells.add(cell(row.cells().get(visibleIndexes.get(i)), columns.get(i)));
        }
        if (row.remark() != null) {
            cells.add(row.remark());
        }
        while (cells.size() < columns.size()) {
            cells.add("");
        }
        return cells;
    }

    private static String cell(Cell cell, Column column) {
        String value = CellText.of(cell, column);
        String lowest = CellText.number(cell.min(), column);
        String highest = CellText.number(cell.max(), column);
        if (cell.hasSpread() && !lowest.equals(highest)) {
            value += " (" + lowest + " to " + highest + ")";
        }
        return cell.below() == null ? value : value + " (" + cell.below() + ")";
    }
}
