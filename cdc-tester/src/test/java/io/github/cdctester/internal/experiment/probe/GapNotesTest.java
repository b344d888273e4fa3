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

    private static Note note(long gapCount, String reason) {
        return Note.of(Note.Code.PROBE_GAPS, "probe", "p", "gaps", gapCount, "readings", gapCount, "reason", reason);
    }

    @Test
    void limitsWarnings() {
        int warningCount = 0;
        for (int i = 0; i < 1_000; i++) {
            warningCount += gaps.recordGap(NoReading.unavailable("kind " + i, "failure " + i))
                            .isPresent()
                    ? 1
                    : 0;
        }

        assertThat(warningCount).isEqualTo(10);
    }
}
