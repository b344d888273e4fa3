// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/** The tone of a text. Never shown by colour alone: there is also a sign. */
public enum Tone {
    GOOD,
    /** Not as it should be. */
    BAD,
    /** The outcome is unknown. */
    UNSURE,
    NEUTRAL;

    /** Returns the sign shown with this tone. */
    public String sign() {
        return switch (this) {
            case GOOD -> "✓";
            case BAD -> "✗";
            case UNSURE -> "?";
            case NEUTRAL -> "•";
        };
    }
}
