// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.probe.ProbeThread.GapNotes;
import io.github.cdctester.internal.usage.NoReading;
import io.github.cdctester.result.Note;
import org.junit.jupiter.api.Test;

final class GapNotesTest {

    private final GapNotes gaps = new GapNotes("p");

    @Test
    void warnsOncePerKind() {
        assertThat(gaps.recordGap(NoReading.unavailable("late", "nothing within 1000 ms")))
                .hasValue(note(1, "nothing within 1000 ms"));
        assertThat(gaps.recordGap(NoReading.unavailable("late", "nothing within 1000 ms")))
                .isEmpty();
        assertThat(gaps.recordGap(NoReading.invalid("rows", "no row"))).hasValue(note(3, "no row"));
    }

    @Test
    void summaryCountsAllGaps() {
        assertThat(gaps.summary()).isEmpty();
        gaps.recordGap(NoReading.unavailable("late", "nothing within 1000 ms"));
        gaps.recordGap(NoReading.invalid("rows", "no row"));

        assertThat(gaps.summary()).hasValue(note(2, "nothing within 1000 ms"));
    }

    private static Note note(long gaps, String reason) {
        return Note.of(Note.Code.PROBE_GAPS, "probe", "p", "gaps", gaps, "readings", gaps, "reason", reason);
    }

    @Test
    void limitsWarnings() {
        int warnings = 0;
        for (int i = 0; i < 1_000; i++) {
            warnings += gaps.recordGap(NoReading.unavailable("kind " + i, "failure " + i))
                            .isPresent()
                    ? 1
                    : 0;
        }

        assertThat(warnings).isEqualTo(10);
    }
}
