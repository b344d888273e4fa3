// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import java.util.ArrayList;
import java.util.List;

record HeadPanel(LiveState state, Canvas canvas) {

    /** Below this width, no bar is drawn. */
    private static final int MIN_BAR_WIDTH = 8;

    private static final int MAX_BAR_WIDTH = 60;

    /** A lower canvas has no separate line for the bar of a long heading. */
    private static final int MIN_HEIGHT_FOR_TWO_LINES = 12;

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(titleLine());
        LiveState.SeriesPosition series = state.seriesPosition();
        if (series != null) {
            lines.addAll(seriesLines(series));
        }
        lines.add(progressLine());
        return lines;
    }

    private String titleLine() {
        String step = canvas.cut(state.step(), maxTextWidth());
        int titleWidth = canvas.width() - Canvas.width(step) - 1;
        if (step.isEmpty()) {
            return canvas.bold(canvas.cut(state.title()));
        }
        return titleWidth < MIN_BAR_WIDTH
                ? canvas.cyan(canvas.cut(state.step()))
                : canvas.bold(canvas.left(state.title(), titleWidth)) + " " + canvas.cyan(step);
    }

    private List<String> seriesLines(LiveState.SeriesPosition series) {
        int minWidth = Canvas.width(rightText(series.share(), series.textAfterBar())) + MIN_BAR_WIDTH + 3;
        boolean fitsOnOneLine =
                Canvas.width(series.text()) <= Math.min(canvas.width() * 3 / 5, canvas.width() - minWidth);
        return fitsOnOneLine || canvas.height() < MIN_HEIGHT_FOR_TWO_LINES
                ? List.of(bar(series.text(), series.share(), state.stepSeconds(), series.textAfterBar()))
                : List.of(
                        canvas.cut(series.text()),
                        bar("all", series.share(), state.stepSeconds(), series.textAfterBar()));
    }

    private String progressLine() {
        LiveState.Progress progress = state.progress();
        if (progress == null) {
            return bar(Amounts.clockText(state.stepSeconds()), Double.NaN, state.stepSeconds(), "");
        }
        String left = Double.isNaN(progress.secondsLeft()) ? "" : Amounts.clockText(progress.secondsLeft()) + " left";
        String right = progress.amountText() + (progress.amountText().isEmpty() || left.isEmpty() ? "" : ", ") + left;
        return bar(Amounts.clockText(progress.seconds()), progress.share(), progress.seconds(), right);
    }

    private static String rightText(double share, String words) {
        String percent = Double.isNaN(share) ? "" : (int) Math.floor(100 * share) + " %";
        return percent + (percent.isEmpty() || words.isEmpty() ? "" : "  ") + words;
    }

    private String bar(String before, double share, double seconds, String after) {
        String right = rightText(share, after);
        String left = canvas.cut(before, maxTextWidth());
        int barSpace = canvas.width() - Canvas.width(left) - Canvas.width(right) - (right.isEmpty() ? 1 : 3);
        if (barSpace < MIN_BAR_WIDTH) {
            return canvas.cut(left + (right.isEmpty() ? "" : "  " + right));
        }
        int columns = Math.min(barSpace, MAX_BAR_WIDTH);
        String bar = Double.isNaN(share)
                ? canvas.glyphs().movingBar(seconds, columns)
                : canvas.glyphs().bar(share, columns);
        return left + " " + canvas.green(bar) + (right.isEmpty() ? "" : "  " + right);
    }

    private int maxTextWidth() {
        return Math.max(1, canvas.width() * 3 / 5);
    }
}
