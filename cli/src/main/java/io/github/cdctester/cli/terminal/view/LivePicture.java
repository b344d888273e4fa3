// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.SampleRow;
import java.util.ArrayList;
import java.util.List;

/** A command's state as lines of a terminal: the same state gives the same lines, none longer than the frame, no more than fit. */
public final class LivePicture {

    /** Below this there are no columns beside each other. */
    private static final int NARROW = 52;

    private static final int LEAST_NUMBERS = 6;
    private static final int MOST_DETAILS = 10;

    private final LiveState state;
    private final Frame frame;
    private final List<String> lines = new ArrayList<>();

    private LivePicture(LiveState state, Frame frame) {
        this.state = state;
        this.frame = frame;
    }

    /**
     * Draws it.
     *
     * @return lines, with colours if the frame has some; none where nothing is known yet
     */
    public static List<String> of(LiveState state, Frame frame) {
        if (state.isEmpty()) {
            return List.of();
        }
        LivePicture picture = new LivePicture(state, frame);
        picture.draw();
        return List.copyOf(picture.lines.subList(0, Math.min(picture.lines.size(), frame.height())));
    }

    private void draw() {
        if (frame.height() < 2) {
            lines.add(HeadRows.of(state, frame).get(0));
            return;
        }
        lines.addAll(HeadRows.of(state, frame));
        SampleRow second = state.second();
        String note = state.note();
        if (second != null) {
            body(second, note == null ? 0 : 1);
        }
        if (note != null) {
            lines.add(note(note));
        }
    }

    private void body(SampleRow second, int below) {
        boolean writes = second.write() != null;
        List<String> numbers = NumberPanel.of(second, state.percentiles(), frame);
        int curves = TrendRows.curves(writes);
        int spare = frame.height() - lines.size() - below - numbers.size() - curves - 1;
        if (spare < 0 && numbers.size() + spare >= LEAST_NUMBERS) {
            numbers = numbers.subList(0, numbers.size() + spare); // the last ones matter least
            spare = 0;
        }
        if (frame.width() < NARROW || spare < 0) {
            compact(second, below);
            return;
        }
        List<String> details = DetailRows.of(second, Math.min(MOST_DETAILS, spare), frame);
        spare -= details.size();
        if (spare > 1) {
            lines.add("");
            spare--;
        }
        lines.addAll(numbers);
        lines.addAll(details);
        if (spare > 0) {
            lines.add(TrendRows.rule(state, frame));
            spare--;
        }
        lines.addAll(TrendRows.of(state, writes, spare, frame));
        lines.add(soFar());
    }

    private void compact(SampleRow second, int below) {
        List<String> trend = TrendRows.compact(state, frame);
        List<String> consumers = DetailRows.consumers(second, frame);
        lines.addAll(NumberPanel.compact(second, state.percentiles(), frame));
        if (lines.size() + consumers.size() + trend.size() + 1 + below <= frame.height()) {
            lines.addAll(consumers);
        }
        lines.addAll(trend);
        lines.add(soFar());
    }

    /** What there is of a verdict before the end; the verdict itself needs the end. */
    private String soFar() {
        LiveState.SoFar sum = state.soFar();
        SampleRow second = state.second();
        boolean writes = second != null && second.write() != null;
        String counted = writes
                ? Amounts.whole(sum.committed()) + " committed, " + Amounts.whole(sum.read()) + " read"
                : Amounts.whole(sum.read()) + " transactions, " + Amounts.bytes(sum.bytes()) + " read";
        String faults = (sum.errors() == 0
                        ? ""
                        : ", " + Amounts.whole(sum.errors()) + (sum.errors() == 1 ? " error" : " errors"))
                + (sum.reconnects() == 0
                        ? ""
                        : ", " + Amounts.whole(sum.reconnects())
                                + (sum.reconnects() == 1 ? " reconnect" : " reconnects"));
        if (sum.stuckSeconds() > 0) {
            return frame.palette()
                    .red(Cells.cut(
                            "STUCK for " + Amounts.clock(sum.stuckSeconds()) + "; so far " + counted + faults,
                            frame.width(),
                            frame.glyphs()));
        }
        String words = "so far " + counted + (faults.isEmpty() && writes ? ", no errors" : faults);
        String whole = words + "; the verdict comes at the end";
        String line = Cells.cut(Cells.width(whole) <= frame.width() ? whole : words, frame.width(), frame.glyphs());
        return sum.errors() + sum.reconnects() == 0 ? line : frame.palette().yellow(line);
    }

    private String note(String note) {
        return frame.palette()
                .yellow(Cells.cut(
                        (state.notes() == 1 ? "note: " : state.notes() + " notes, the last: ") + note,
                        frame.width(),
                        frame.glyphs()));
    }
}
