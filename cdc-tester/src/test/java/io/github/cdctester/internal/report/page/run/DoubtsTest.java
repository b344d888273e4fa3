// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import org.junit.jupiter.api.Test;

class DoubtsTest {

    @Test
    void theReasonStandsApart() {
        assertThat(Doubts.doubt(Note.of(Code.DELAY_NEGATIVE, "count", 2, "lowestMillis", -1.5))
                        .why())
                .isEqualTo("The clocks disagree by more than the delay.");
        assertThat(Doubts.doubt(Note.of(Code.PROBE_GAP, "probe", "p", "reason", "away: gone"))
                        .why())
                .isEqualTo("Its curve has gaps there.");
    }

    /** Less load would not have helped. */
    @Test
    void whoeverEndedTheRunIsNotAdvisedToLowerTheLoad() {
        assertThat(Doubts.doubt(Note.of(Code.STREAM_CUT_OFF)).remedy())
                .doesNotContain("lower the load")
                .contains("what ended it");
        assertThat(Doubts.doubt(Note.of(Code.STREAM_END_NOT_SEEN)).remedy()).contains("lower the load");
    }

    @Test
    void aVeryLongNoteIsCut() {
        assertThat(Doubts.doubt(Note.other("x".repeat(5_000))).what()).hasSizeLessThan(700);
    }
}
