// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import java.util.ArrayList;
import java.util.List;

/** The upper lines: what is done, what happens now, and how far it is. */
final class HeadRows {

    /** Below this a bar says nothing. */
    private static final int LEAST_BAR = 8;

    private static final int LONGEST_BAR = 60;

    /** From so many lines on a long heading has one of its own, and its bar another one. */
    private static final int ROOMY = 12;

    private final LiveState state;
    private final Frame frame;

    private HeadRows(LiveState state, Frame frame) {
        this.state = state;
        this.frame = frame;
    }

    static List<String> of(LiveState state, Frame frame) {
        HeadRows head = new HeadRows(state, frame);
        List<String> lines = new ArrayList<>();
        lines.add(head.title());
        LiveState.Around around = state.around();
        if (around != null) {
            lines.addAll(head.around(around));
        }
        lines.add(head.progress());
        return lines;
    }

    private String title() {
        int width = frame.width();
        String step = Cells.cut(state.step(), Math.max(1, width * 3 / 5), frame.glyphs());
        int left = width - Cells.width(step) - 1;
        if (step.isEmpty()) {
            return frame.palette().bold(Cells.cut(state.title(), width, frame.glyphs()));
        }
        return left < LEAST_BAR
                ? frame.palette().cyan(Cells.cut(state.step(), width, frame.glyphs()))
                : frame.palette().bold(Cells.left(state.title(), left, frame.glyphs())) + " "
                        + frame.palette().cyan(step);
    }

    /** Its bar beside it where there is room, else below it. */
    private List<String> around(LiveState.Around around) {
        int least = Cells.width(right(around.share(), around.right())) + LEAST_BAR + 3;
        boolean isBeside = Cells.width(around.text()) <= Math.min(frame.width() * 3 / 5, frame.width() - least);
        return isBeside || frame.height() < ROOMY
                ? List.of(bar(around.text(), around.share(), state.stepSeconds(), around.right()))
                : List.of(
                        Cells.cut(around.text(), frame.width(), frame.glyphs()),
                        bar("all", around.share(), state.stepSeconds(), around.right()));
    }

    private String progress() {
        LiveState.Progress progress = state.progress();
        if (progress == null) {
            return bar(Amounts.clock(state.stepSeconds()), Double.NaN, state.stepSeconds(), "");
        }
        String left = Double.isNaN(progress.secondsLeft()) ? "" : Amounts.clock(progress.secondsLeft()) + " left";
        String right = progress.words() + (progress.words().isEmpty() || left.isEmpty() ? "" : ", ") + left;
        return bar(Amounts.clock(progress.seconds()), progress.share(), progress.seconds(), right);
    }

    private static String right(double share, String words) {
        String percent = Double.isNaN(share) ? "" : (int) Math.floor(100 * share) + " %";
        return percent + (percent.isEmpty() || words.isEmpty() ? "" : "  ") + words;
    }

    /** The bar takes what the words leave. */
    private String bar(String before, double share, double seconds, String behind) {
        boolean known = !Double.isNaN(share);
        String right = right(share, behind);
        int width = frame.width();
        String left = Cells.cut(before, Math.max(1, width * 3 / 5), frame.glyphs());
        int room = width - Cells.width(left) - Cells.width(right) - (right.isEmpty() ? 1 : 3);
        if (room < LEAST_BAR) {
            return Cells.cut(left + (right.isEmpty() ? "" : "  " + right), width, frame.glyphs());
        }
        int columns = Math.min(room, LONGEST_BAR);
        String bar = known ? Bar.of(share, columns, frame.glyphs()) : Bar.moving(seconds, columns, frame.glyphs());
        return left + " " + frame.palette().green(bar) + (right.isEmpty() ? "" : "  " + right);
    }
}
