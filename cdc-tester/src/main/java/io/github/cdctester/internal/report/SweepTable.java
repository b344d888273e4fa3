// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.SweepColumn.Group;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/** A sweep as a table, a row a step. Where that is too wide, it is several tables, one below the other. */
public final class SweepTable {

    private static final int SPREAD_LINES = 3;
    private static final String[] BELOW = {"", "  min", "  max"};

    private final SweepResult sweep;
    private final int width;
    private final TableText text = new TableText();

    private SweepTable(SweepResult sweep, int width) {
        this.sweep = sweep;
        this.width = width;
    }

    /** Renders it. */
    public static String of(SweepResult sweep, int width) {
        return new SweepTable(sweep, width).render();
    }

    private String render() {
        SweepText words = new SweepText(sweep);
        text.line("%s", PlainText.line(words.title()));
        words.head().forEach(line -> text.entry(line.label(), line.words()));
        folded(SweepColumns.of(sweep)).forEach(this::block);
        List<SweepText.Line> foot = words.foot();
        if (!foot.isEmpty()) {
            text.line("");
        }
        foot.forEach(line -> text.entry(line.label(), line.words()));
        return text.toString();
    }

    /** Columns that fit beside each other: all of them, or group by group, or as many of a group as there is room for. */
    private List<List<SweepColumn>> folded(List<SweepColumn> columns) {
        if (fits(columns)) {
            return List.of(columns);
        }
        List<List<SweepColumn>> blocks = new ArrayList<>();
        List<SweepColumn> block = new ArrayList<>();
        Group group = Group.PUBLISHED;
        for (SweepColumn column : columns) {
            List<SweepColumn> longer = new ArrayList<>(block);
            longer.add(column);
            if (!block.isEmpty() && (column.group() != group || !fits(longer))) {
                blocks.add(block);
                block = new ArrayList<>();
            }
            group = column.group();
            block.add(column);
        }
        blocks.add(block);
        return blocks;
    }

    private boolean fits(List<SweepColumn> columns) {
        return labelWidth()
                        + columns.stream()
                                .mapToLong(column -> 2L + width(column))
                                .sum()
                <= width;
    }

    private void block(List<SweepColumn> columns) {
        text.line("");
        StringBuilder head = new StringBuilder(padded(SweepColumns.axis(sweep), labelWidth()));
        columns.forEach(column -> head.append("  ").append(aligned(column, column.title())));
        text.line("%s", head);
        for (SweepRow row : sweep.table()) {
            if (row.values().isEmpty()) {
                text.line("%s", cut(padded(row.label(), labelWidth()) + "  " + told(row)));
                continue;
            }
            for (int which = 0; which < (row.runs() == 1 ? 1 : SPREAD_LINES); which++) {
                StringBuilder line = new StringBuilder(padded(which == 0 ? row.label() : BELOW[which], labelWidth()));
                for (SweepColumn column : columns) {
                    line.append("  ").append(aligned(column, column.cell(row, which)));
                }
                text.line("%s", line);
            }
        }
    }

    private static String told(SweepRow row) {
        return row.status() == StepResult.Status.SKIPPED ? "skipped" : "failed: " + row.reason();
    }

    /** The whole of it stands below the table. */
    private String cut(String line) {
        String plain = PlainText.line(line);
        return plain.length() <= width ? plain : plain.substring(0, width - 1) + "…";
    }

    private int labelWidth() {
        return Math.max(
                SweepColumns.axis(sweep).length(),
                longest(row -> Math.max(row.label().length(), row.runs() > 1 ? BELOW[1].length() : 0)));
    }

    private int width(SweepColumn column) {
        return Math.max(column.title().length(), longest(row -> {
            int longest = 0;
            for (int which = 0; which < SPREAD_LINES; which++) {
                longest = Math.max(longest, column.cell(row, which).length());
            }
            return longest;
        }));
    }

    private int longest(ToIntFunction<SweepRow> length) {
        return sweep.table().stream().mapToInt(length).max().orElse(0);
    }

    private String aligned(SweepColumn column, String cell) {
        return column.isNumber()
                ? String.format(Locale.ROOT, "%" + width(column) + "s", cell)
                : padded(cell, width(column));
    }

    private static String padded(String text, int length) {
        return String.format(Locale.ROOT, "%-" + length + "s", text);
    }
}
