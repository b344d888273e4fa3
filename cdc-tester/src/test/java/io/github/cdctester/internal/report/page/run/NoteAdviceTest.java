// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.summary.NoteAdvice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoteAdviceTest {

    /** The table of notes in the metric reference, whose "…" stands for what differs. */
    private static List<String> documented() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("../docs/metrics.md"));
        return lines.subList(lines.indexOf("## Notes"), lines.indexOf("## Meters")).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| note |"))
                .map(line -> line.split("\\|")[1].strip())
                .toList();
    }

    @Test
    void everyDocumentedNoteHasItsAdvice() throws IOException {
        assertThat(documented()).hasSizeGreaterThan(20);
        for (String note : documented()) {
            for (String sentence : List.of(note.replace("…", "7"), note.replace("…", "1.500 ms"))) {
                assertThat(NoteAdvice.of(sentence).isGeneral()).as(sentence).isFalse();
            }
        }
    }

    @Test
    void theReasonStandsApart() {
        assertThat(Doubts.doubt("2 delays were below zero (down to -1.5 ms) and count as 0: the clocks disagree")
                        .why())
                .isEqualTo("The clocks disagree.");
    }

    /** Less load would not have helped. */
    @Test
    void whoeverEndedTheRunIsNotAdvisedToLowerTheLoad() {
        String note =
                "the end of the stream was not seen, as the run was ended before its time: totals and DT lack what was still to come";
        assertThat(NoteAdvice.of(note).remedy())
                .doesNotContain("lower the load")
                .contains("what ended it");
        assertThat(NoteAdvice.of(note.replace(", as the run was ended before its time", ""))
                        .remedy())
                .contains("lower the load");
    }

    @Test
    void aVeryLongNoteIsCut() {
        assertThat(Doubts.doubt("x".repeat(5_000)).what()).hasSizeLessThan(700);
    }
}
