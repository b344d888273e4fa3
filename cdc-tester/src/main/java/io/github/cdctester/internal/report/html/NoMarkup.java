// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;

/** Writes what HTML reads as markup as an escape sequence. */
final class NoMarkup extends CharacterEscapes {

    private final int[] escapes = standardAsciiEscapesForJSON();

    NoMarkup() {
        for (char c : new char[] {'<', '>', '&', '\''}) {
            escapes[c] = ESCAPE_STANDARD;
        }
    }

    @Override
    public int[] getEscapeCodesForAscii() {
        return escapes.clone();
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
        return null; // none of a form of its own
    }
}
