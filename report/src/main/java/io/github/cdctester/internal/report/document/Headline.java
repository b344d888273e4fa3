// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;

/** The first part of a page. {@code text} is the outcome in one line, such as the verdict. */
public record Headline(
        Tone tone,
        String text,
        String summary,
        List<Figure> figures,
        List<CheckedLimit> limits,
        List<Warning> warnings) {

    public Headline {
        figures = List.copyOf(figures);
        limits = List.copyOf(limits);
        warnings = List.copyOf(warnings);
    }
}
