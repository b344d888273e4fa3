// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.render.CellText;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Styles and texts for tones in HTML. */
final class ToneStyles {

    /** In characters. Longer texts are wrapped. */
    private static final int MAX_SHORT_LENGTH = 24;

    private static final int MAX_COLUMNS = 7;

    private ToneStyles() {}

    static String name(Tone tone) {
        return tone.name().toLowerCase(Locale.ROOT);
    }

    static Tone tone(@Nullable Boolean isHeld) {
        return isHeld == null ? Tone.UNSURE : isHeld ? Tone.GOOD : Tone.BAD;
    }

    static String heldText(@Nullable Boolean isHeld) {
        return isHeld == null ? "not decided" : isHeld ? "held" : "broken";
    }

    /** Returns the number of figures per line, so that the lines have similar lengths. */
    static int columns(int figureCount) {
        int rows = (figureCount + MAX_COLUMNS - 1) / MAX_COLUMNS;
        return (figureCount + rows - 1) / Math.max(1, rows);
    }

    static String classes(Cell cell, Column column) {
        return (column.isNumber() ? "number " : "")
                + (CellText.of(cell, column).length() <= MAX_SHORT_LENGTH ? "short " : "")
                + "tone-"
                + name(cell.tone());
    }
}
