// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.Canvas;
import java.util.List;
import org.jline.terminal.Size;

/**
 * Redraws lines in place: returns the output that changes the terminal to the new lines. The cursor remains below the lines, at
 * the start of a line, and is never hidden. So nothing must be restored at the end of the process. Only changed lines are
 * written. Overwritten cells are not cleared first, because that would flicker.
 */
final class Painter {

    /**
     * Clears the whole line before a text is written. Cells that are cleared after a text become a part of the line on some
     * terminals. Such lines are wrapped or joined when the width changes.
     */
    private static final String CLEAR_LINE = "\u001b[2K";

    private static final String CLEAR_TO_END_OF_LINE = "\u001b[K";

    /** Never used in the first line of the screen: some terminals then copy the cleared content to their history. */
    private static final String CLEAR_BELOW = "\u001b[J";

    private static final String LINE_UP = "\u001b[A";
    private static final String NEXT_LINE = "\r\n";

    private List<String> shownLines = List.of();
    private Size size;

    Painter(Size size) {
        this.size = size;
    }

    /** Replaces the shown lines. Each line must be narrower than the terminal. */
    String paint(List<String> lines, Size newSize) {
        if (newSize.equals(size) && lines.equals(shownLines)) {
            return "";
        }
        if (lines.isEmpty()) {
            return erase(newSize);
        }
        StringBuilder out = new StringBuilder(toFirstLine(newSize));
        if (!newSize.equals(size)) {
            shownLines =
                    List.of(); // the terminal may have wrapped the lines, or moved the first ones out of the screen
        }
        for (int i = 0; i < lines.size(); i++) {
            String previousLine = i < shownLines.size() ? shownLines.get(i) : null;
            if (!lines.get(i).equals(previousLine)) {
                out.append(previousLine != null && width(lines.get(i)) >= width(previousLine) ? "" : CLEAR_LINE)
                        .append(lines.get(i));
            }
            out.append(NEXT_LINE);
        }
        shownLines = List.copyOf(lines);
        size = newSize;
        return out.append(CLEAR_BELOW).toString();
    }

    /**
     * Prints a permanent line above the shown lines. After a change of the size, the shown lines are removed until the next
     * drawing.
     */
    String above(String line, Size newSize) {
        StringBuilder out = new StringBuilder(toFirstLine(newSize));
        if (!newSize.equals(size)) {
            shownLines = List.of();
            size = newSize;
        }
        out.append(CLEAR_LINE).append(line);
        out.append(width(line) > newSize.getColumns() ? CLEAR_TO_END_OF_LINE : "")
                .append(NEXT_LINE); // wrapped line
        shownLines.forEach(below -> out.append(CLEAR_LINE).append(below).append(NEXT_LINE));
        return out.append(CLEAR_BELOW).toString();
    }

    String erase(Size newSize) {
        String out = shownLines.isEmpty() ? "" : toFirstLine(newSize) + CLEAR_LINE + NEXT_LINE + CLEAR_BELOW + LINE_UP;
        shownLines = List.of();
        size = newSize;
        return out;
    }

    /** Called after other output: the next lines are drawn below. */
    void forget() {
        shownLines = List.of();
    }

    private String toFirstLine(Size newSize) {
        int rows = Math.min(newSize.getRows() - 1, rows(newSize));
        return shownLines.isEmpty() ? "" : "\r" + (rows == 0 ? "" : "\u001b[" + rows + "A");
    }

    /** Returns the number of rows of the shown lines, which a narrower terminal wraps. */
    private int rows(Size newSize) {
        return newSize.getColumns() >= size.getColumns()
                ? shownLines.size()
                : shownLines.stream()
                        .mapToInt(Painter::width)
                        .map(width -> Math.max(1, (width + newSize.getColumns() - 1) / newSize.getColumns()))
                        .sum();
    }

    private static int width(String line) {
        return Canvas.width(Canvas.plain(line));
    }
}
