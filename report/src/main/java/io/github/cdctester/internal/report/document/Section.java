// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the page with a heading.
 *
 * @param id target of the page's links; unique within the page
 */
public record Section(String id, String title, @Nullable String lead, List<Block> blocks) {

    /** Leaves out facts that are none. */
    public Section {
        blocks = blocks.stream()
                .filter(block -> !(block instanceof Facts facts && facts.facts().isEmpty()))
                .toList();
    }
}
