// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;

/**
 * A whole page.
 *
 * @param title what was done, such as the workload and the server; also the title of the window
 * @param subtitle when, where and how long
 * @param answer the first screen
 * @param sections what follows it, in order
 * @param downloads what can be saved from the page
 * @param footer who made it, and of what
 */
public record Document(
        String title,
        String subtitle,
        Headline answer,
        List<Section> sections,
        List<Download> downloads,
        String footer) {

    /** Copies the lists. */
    public Document {
        sections = List.copyOf(sections);
        downloads = List.copyOf(downloads);
    }
}
