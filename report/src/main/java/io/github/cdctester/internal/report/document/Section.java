// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code id} is the target of links, and unique within the document. */
public record Section(String id, String title, @Nullable String introduction, List<Block> blocks) {

    /** Removes blocks of facts that are empty. */
    public Section {
        blocks = blocks.stream()
                .filter(block -> !(block instanceof Facts facts && facts.facts().isEmpty()))
                .toList();
    }
}
