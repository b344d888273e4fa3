// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the page of a run as measured and as read from result.json. */
class PageOfRichResultTest {

    @Test
    void pageContainsAllParts() {
        Document page = Documents.page(RichResult.of());

        assertThat(page.sections())
                .extracting(Section::id)
                .containsExactly("delay", "where", "throughput", "writes", "stream", "streams", "nodes", "about");
        assertThat(page.headline().text()).isEqualTo("Interrupted; 1 transaction lost; 1 of 1 limits broken");
        assertThat(page.headline().warnings())
                .extracting(Warning::what)
                .first()
                .isEqualTo("The run ended before its time");
        String text = blocks(page).toString();
        assertThat(text)
                .contains("while 2 large transactions passed")
                .contains("shop.orders")
                .contains("others during a large one")
                .contains("1 compressed transaction, in BPS and EPS as on the wire")
                .contains("EOF")
                .contains("text=b: ")
                .contains("The distributions of 1 second cannot be read.");
    }

    @Test
    void storedResultHasSamePage() {
        RunResult run = RichResult.of();
        RunResult storedRun =
                StoredResult.of("result.json", Formats.JSON.text(run)).run();

        assertThat(texts(Documents.page(storedRun))).isEqualTo(texts(Documents.page(run)));
    }

    private static List<Block> blocks(Document page) {
        return page.sections().stream()
                .flatMap(section -> section.blocks().stream())
                .toList();
    }

    /** Excludes the arrays of the charts: pages with equal notes and tables probably have equal charts. */
    private static List<String> texts(Document page) {
        return blocks(page).stream()
                .map(block -> block.toString().replaceAll("\\[D@[0-9a-f]+", "[…]"))
                .toList();
    }
}
