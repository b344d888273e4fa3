// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeartbeatSequenceTest {

    private final HeartbeatSequence sequence = new HeartbeatSequence();

    @Test
    void acceptsConsecutiveNumbers() {
        recordNumbers(5, 6, 7, 8);
        assertCounts(0, 0, 0);
    }

    @Test
    void countsMissingNumbers() {
        recordNumbers(5, 6, 9, 10);
        assertCounts(2, 0, 0);
        assertThat(sequence.findings().missing().first()).isEqualTo("heartbeat 7");
    }

    @Test
    void countsRepeatedNumbers() {
        recordNumbers(5, 6, 6, 5, 7);
        assertCounts(0, 2, 0);
        assertThat(sequence.findings().repeated().first()).isEqualTo("heartbeat 6 after 6");
    }

    @Test
    void distinguishesLateFromRepeated() {
        recordNumbers(5, 7, 6, 9);
        assertCounts(1, 0, 1);
        assertThat(sequence.findings().reordered().first()).isEqualTo("heartbeat 6 after 7");
        assertThat(sequence.findings().missing().first()).isEqualTo("heartbeat 8");
        recordNumbers(6);
        assertCounts(1, 1, 1);
    }

    @Test
    void ignoresNumbersBeforeMeasuredPart() {
        sequence.record(3, false);
        sequence.record(8, false);
        recordNumbers(9, 5, 10);
        assertCounts(0, 1, 0);
    }

    private void recordNumbers(long... numbers) {
        for (long number : numbers) {
            sequence.record(number, true);
        }
    }

    private void assertCounts(long missing, long repeated, long reordered) {
        assertThat(sequence.findings().missing().count()).isEqualTo(missing);
        assertThat(sequence.findings().repeated().count()).isEqualTo(repeated);
        assertThat(sequence.findings().reordered().count()).isEqualTo(reordered);
    }
}
