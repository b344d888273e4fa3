// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;

/**
 * A result that is prepared for display. Composers create documents; renderers write them in a file format. Empty sections are
 * removed.
 */
public record Document(
        String title,
        String subtitle,
        Headline headline,
        List<Section> sections,
        List<TestSuite> suites,
        List<Download> downloads,
        String footer) {

    public Document {
        sections =
                sections.stream().filter(section -> !section.blocks().isEmpty()).toList();
        suites = List.copyOf(suites);
        downloads = List.copyOf(downloads);
    }
}
