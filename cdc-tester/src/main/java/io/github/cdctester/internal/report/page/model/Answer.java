// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.model;

import java.util.List;

/**
 * The first screen of a page: what came out, and what to distrust.
 *
 * @param tone how to take it
 * @param headline the answer in one line, such as the verdict
 * @param lead one sentence or two that explain it
 * @param figures the numbers that matter most, the most important first
 * @param limits limits that were set, broken ones first
 * @param doubts what to distrust, the worst first; none where there is nothing
 */
public record Answer(
        Tone tone, String headline, String lead, List<Figure> figures, List<Held> limits, List<Doubt> doubts) {

    /** Copies the lists. */
    public Answer {
        figures = List.copyOf(figures);
        limits = List.copyOf(limits);
        doubts = List.copyOf(doubts);
    }
}
