// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.List;

/** Renders a command's state as terminal lines that fit the canvas. */
final class LivePicture {

    /** Below this width, the compact form is used. */
    private static final int MIN_FULL_WIDTH = 52;

    private static final int MIN_NUMBER_LINES = 6;
    private static final int MAX_DETAIL_LINES = 10;

    private final LiveState state;
    private final Canvas canvas;
    private final List<String> lines = new ArrayList<>();

    private LivePicture(LiveState state, Canvas canvas) {
        this.state = state;
        this.canvas = canvas;
    }

    static List<String> of(LiveState state, Canvas canvas) {
        if (state.isEmpty()) {
            return List.of();
        }
        LivePicture picture = new LivePicture(state, canvas);
        picture.draw();
        return List.copyOf(picture.lines.subList(0, Math.min(picture.lines.size(), canvas.height())));
    }

    private void draw() {
        lines.addAll(new HeadPanel(state, canvas).lines());
        SampleRow sample = state.latestSample();
        String note = state.note();
        if (sample != null && canvas.height() > 1) {
            drawSecond(sample, note == null ? 0 : 1);
        }
        if (note != null) {
            String prefix = state.noteCount() == 1 ? "note: " : state.noteCount() + " notes, the last: ";
            lines.add(canvas.yellow(canvas.cut(prefix + note)));
        }
    }

    private void drawSecond(SampleRow sample, int linesBelow) {
        NumberPanel numberPanel = new NumberPanel(sample, state.percentiles(), canvas);
        DetailPanel detailPanel = new DetailPanel(sample, canvas);
        TrendPanel trend = new TrendPanel(state.trend(), sample.write() != null, sample.cdc() != null, canvas);
        List<String> numbers = numberPanel.lines();
        int spareLines = canvas.height() - lines.size() - linesBelow - numbers.size() - trend.minHeight() - 1;
        if (spareLines < 0 && numbers.size() + spareLines >= MIN_NUMBER_LINES) {
            numbers = numbers.subList(0, numbers.size() + spareLines); // the last lines are the least important
            spareLines = 0;
        }
        if (canvas.width() < MIN_FULL_WIDTH || spareLines < 0) {
            lines.addAll(numberPanel.compactLines());
            List<String> consumers = detailPanel.consumerLines();
            List<String> curves = trend.compactLines();
            if (lines.size() + consumers.size() + curves.size() + 1 + linesBelow <= canvas.height()) {
                lines.addAll(consumers);
            }
            lines.addAll(curves);
        } else {
            List<String> details = detailPanel.lines(Math.min(MAX_DETAIL_LINES, spareLines));
            spareLines -= details.size();
            if (spareLines > 1) {
                lines.add("");
                spareLines--;
            }
            lines.addAll(numbers);
            lines.addAll(details);
            if (spareLines > 0) {
                lines.add(trend.rule());
                spareLines--;
            }
            lines.addAll(trend.lines(spareLines));
        }
        lines.add(countsLine(sample.write() != null, sample.cdc() != null));
    }

    /** The verdict is known only at the end. */
    private String countsLine(boolean hasWrites, boolean hasStream) {
        LiveState.Counts counts = state.counts();
        String countedText = hasWrites
                ? Amounts.numberText(counts.committedTransactions()) + " committed"
                        + (hasStream ? ", " + Amounts.numberText(counts.readTransactions()) + " read" : "")
                : Amounts.numberText(counts.readTransactions()) + " transactions, " + Amounts.bytes(counts.bytes())
                        + " read";
        String faults = countText(counts.errors(), "error") + countText(counts.reconnects(), "reconnect");
        if (counts.stuckSeconds() > 0) {
            return canvas.red(canvas.cut(
                    "STUCK for " + Amounts.clockText(counts.stuckSeconds()) + "; so far " + countedText + faults));
        }
        String countsText = "so far " + countedText + (faults.isEmpty() && hasWrites ? ", no errors" : faults);
        String fullText = countsText + (hasStream ? "; the verdict comes at the end" : "; no stream, so no verdict");
        String line = canvas.cut(Canvas.width(fullText) <= canvas.width() ? fullText : countsText);
        return faults.isEmpty() ? line : canvas.yellow(line);
    }

    private static String countText(long count, String unit) {
        return count == 0 ? "" : ", " + Amounts.numberText(count) + " " + unit + (count == 1 ? "" : "s");
    }
}
