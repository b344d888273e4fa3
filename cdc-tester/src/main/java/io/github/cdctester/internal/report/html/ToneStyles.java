// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a tone is shown: by a sign and by the name of a class, which has a colour. */
final class ToneStyles {

    /** Names and single words are not broken. */
    private static final int SHORT = 24;

    private ToneStyles() {}

    static String of(Tone tone) {
        return switch (tone) {
            case GOOD -> "✓";
            case BAD -> "✗";
            case UNSURE -> "?";
            case NEUTRAL -> "•";
        };
    }

    static String name(Tone tone) {
        return tone.name().toLowerCase(Locale.ROOT);
    }

    static Tone tone(@Nullable Boolean held) {
        if (held == null) {
            return Tone.UNSURE;
        }
        return held ? Tone.GOOD : Tone.BAD;
    }

    static String held(@Nullable Boolean held) {
        if (held == null) {
            return "cannot be told";
        }
        return held ? "held" : "broken";
    }

    static String classes(Table.Cell cell) {
        return (cell.number() ? "number " : "")
                + (cell.text().length() <= SHORT ? "short " : "")
                + "tone-"
                + name(cell.tone());
    }

    /** A column is set to the right, head and all, where its first cell that has a text is a number. */
    static boolean isNumeric(Table table, int column) {
        return table.rows().stream()
                .map(row -> row.cells().get(column))
                .filter(cell -> !cell.text().isEmpty())
                .findFirst()
                .map(Table.Cell::number)
                .orElse(false);
    }
}
