// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;

/**
 * The first screen of a page: what came out, and what to distrust.
 *
 * @param tone how to take it
 * @param text the answer in one line, such as the verdict
 * @param lead one sentence or two that explain it
 * @param figures the numbers that matter most, the most important first
 * @param limits limits that were set, broken ones first
 * @param warnings what to distrust, the worst first
 */
public record Headline(
        Tone tone, String text, String lead, List<Figure> figures, List<CheckedLimit> limits, List<Warning> warnings) {

    /** Copies the lists. */
    public Headline {
        figures = List.copyOf(figures);
        limits = List.copyOf(limits);
        warnings = List.copyOf(warnings);
    }
}
