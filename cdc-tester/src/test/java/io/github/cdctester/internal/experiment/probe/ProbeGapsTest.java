// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.probe.source.NoReading;
import io.github.cdctester.result.Note;
import org.junit.jupiter.api.Test;

final class ProbeGapsTest {

    @Test
    void warnsOnceOfEachKindAndCountsAll() {
        ProbeGaps gaps = new ProbeGaps("p");
        gaps.read();
        assertThat(gaps.summary()).isEmpty();
        assertThat(gaps.missed(NoReading.away("late", "nothing within 1000 ms")))
                .hasValue(Note.of(Note.Code.PROBE_GAP, "probe", "p", "reason", "nothing within 1000 ms"));
        assertThat(gaps.missed(NoReading.away("late", "nothing within 1000 ms")))
                .isEmpty();
        assertThat(gaps.missed(NoReading.answered("rows", "no row")))
                .hasValue(Note.of(Note.Code.PROBE_GAP, "probe", "p", "reason", "no row"));
        gaps.read();

        assertThat(gaps.summary())
                .hasValue("probe p: 3 of 5 readings are missing; 2 x nothing within 1000 ms; 1 x no row");
    }

    @Test
    void keepsItsMemoryFlat() {
        ProbeGaps gaps = new ProbeGaps("p");
        int warnings = 0;
        for (int i = 0; i < 1_000; i++) {
            warnings += gaps.missed(NoReading.away("kind " + i, "failure " + i)).isPresent() ? 1 : 0;
        }

        assertThat(warnings).isEqualTo(10);
        assertThat(gaps.summary().orElseThrow())
                .contains("1000 of 1000")
                .contains("990 x failure 10")
                .hasSizeLessThan(400);
    }
}
