// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.Canvas;
import java.util.List;
import org.jline.terminal.Size;

/**
 * Redraws lines in place. The methods return the output for the terminal. The cursor remains below the lines, at the start of a line,
 * and is never hidden, so the terminal needs no clean-up. Overwritten cells are not cleared first, because that would flicker.
 */
final class Painter {

    /**
     * Clears the line before its text is written. On some terminals, cells that are cleared after the text belong to the line, and wrap
     * when the width changes.
     */
    private static final String CLEAR_LINE = "\u001b[2K";

    private static final String CLEAR_TO_END_OF_LINE = "\u001b[K";

    /** Not used in the first line of the screen, because some terminals then copy the cleared content to their history. */
    private static final String CLEAR_BELOW = "\u001b[J";

    private static final String LINE_UP = "\u001b[A";
    private static final String NEXT_LINE = "\r\n";

    private List<String> drawnLines = List.of();
    private Size size;

    Painter(Size size) {
        this.size = size;
    }

    /** Each line must be narrower than the terminal. */
    String paint(List<String> lines, Size newSize) {
        if (newSize.equals(size) && lines.equals(drawnLines)) {
            return "";
        }
        if (lines.isEmpty()) {
            return erase(newSize);
        }
        StringBuilder out = new StringBuilder(moveToFirstLine(newSize));
        if (!newSize.equals(size)) {
            drawnLines =
                    List.of(); // the terminal may have wrapped the lines, or moved the first ones out of the screen
        }
        for (int i = 0; i < lines.size(); i++) {
            String previousLine = i < drawnLines.size() ? drawnLines.get(i) : null;
            if (!lines.get(i).equals(previousLine)) {
                out.append(previousLine != null && width(lines.get(i)) >= width(previousLine) ? "" : CLEAR_LINE)
                        .append(lines.get(i));
            }
            out.append(NEXT_LINE);
        }
        drawnLines = List.copyOf(lines);
        size = newSize;
        return out.append(CLEAR_BELOW).toString();
    }

    /** If the size has changed, the drawn lines are removed until the next drawing. */
    String printAbove(String line, Size newSize) {
        StringBuilder out = new StringBuilder(moveToFirstLine(newSize));
        if (!newSize.equals(size)) {
            drawnLines = List.of();
            size = newSize;
        }
        out.append(CLEAR_LINE).append(line);
        out.append(width(line) > newSize.getColumns() ? CLEAR_TO_END_OF_LINE : "")
                .append(NEXT_LINE); // CLEAR_LINE cleared only the first row of a wrapped line
        drawnLines.forEach(drawnLine -> out.append(CLEAR_LINE).append(drawnLine).append(NEXT_LINE));
        return out.append(CLEAR_BELOW).toString();
    }

    String erase(Size newSize) {
        String out =
                drawnLines.isEmpty() ? "" : moveToFirstLine(newSize) + CLEAR_LINE + NEXT_LINE + CLEAR_BELOW + LINE_UP;
        drawnLines = List.of();
        size = newSize;
        return out;
    }

    /** Must be called after other output. The next lines are drawn below that output. */
    void forget() {
        drawnLines = List.of();
    }

    private String moveToFirstLine(Size newSize) {
        int rows = Math.min(newSize.getRows() - 1, rows(newSize));
        return drawnLines.isEmpty() ? "" : "\r" + (rows == 0 ? "" : "\u001b[" + rows + "A");
    }

    /** A terminal that became narrower has wrapped the lines. */
    private int rows(Size newSize) {
        return newSize.getColumns() >= size.getColumns()
                ? drawnLines.size()
                : drawnLines.stream()
                        .mapToInt(Painter::width)
                        .map(width -> Math.max(1, (width + newSize.getColumns() - 1) / newSize.getColumns()))
                        .sum();
    }

    private static int width(String line) {
        return Canvas.width(Canvas.plain(line));
    }
}
