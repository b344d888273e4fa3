// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/** The judgement of a displayed text. Each tone has a sign, because colour alone is not accessible. */
public enum Tone {
    GOOD,
    BAD,
    UNSURE,
    NEUTRAL;

    public String sign() {
        return switch (this) {
            case GOOD -> "✓";
            case BAD -> "✗";
            case UNSURE -> "?";
            case NEUTRAL -> "•";
        };
    }
}
