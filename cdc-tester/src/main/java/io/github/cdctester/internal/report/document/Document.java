// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;

/**
 * What a result says, in the words and the order in which it is read. Composers make one of a result; renderers draw it.
 *
 * @param title what was done, such as the workload; also the title of the window
 * @param subtitle where, when and how long
 * @param headline the first screen
 * @param sections what follows it, in order
 * @param suites verdicts and limits as tests
 * @param downloads what can be saved from the page
 * @param footer who made it, and of what
 */
public record Document(
        String title,
        String subtitle,
        Headline headline,
        List<Section> sections,
        List<TestSuite> suites,
        List<Download> downloads,
        String footer) {

    /** Copies the lists. */
    public Document {
        sections = List.copyOf(sections);
        suites = List.copyOf(suites);
        downloads = List.copyOf(downloads);
    }
}
