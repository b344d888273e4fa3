// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;

/**
 * What a result says, in the words and the order in which it is read. Composers make one of a result; renderers draw it.
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
