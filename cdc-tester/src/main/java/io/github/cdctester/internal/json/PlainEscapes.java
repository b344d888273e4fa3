// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.json;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;

/** Writes characters that a terminal acts on, or that change the direction of writing, as escapes: a server chose them, and JSON is printed. */
final class PlainEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1;
    private static final int DELETE = 0x7F;

    @Override
    public int[] getEscapeCodesForAscii() {
        int[] codes = standardAsciiEscapesForJSON();
        codes[DELETE] = ESCAPE_STANDARD;
        return codes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                new SerializedString(String.format(Locale.ROOT, "\\u%04x", character));
            default -> null;
        };
    }
}
