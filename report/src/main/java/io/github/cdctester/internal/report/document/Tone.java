// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/** How a reader is to take something. Never told by colour alone: a sign stands beside it. */
public enum Tone {
    GOOD,
    /** Not as it should be. */
    BAD,
    /** Nobody can tell. */
    UNSURE,
    NEUTRAL;

    /** The sign that stands beside what has this tone. */
    public String sign() {
        return switch (this) {
            case GOOD -> "✓";
            case BAD -> "✗";
            case UNSURE -> "?";
            case NEUTRAL -> "•";
        };
    }
}
