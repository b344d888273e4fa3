// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommitsTest {

    private final List<String> receivedGtids = new ArrayList<>();

    private void report(Commits commits) {
        commits.reportTo(
                (high, low, tag, number) -> receivedGtids.add(high + "/" + low + "/" + tag + "/" + number), null, 0);
    }

    @Test
    void reportsNumbersInAscendingOrder() {
        report(Commits.of(3, -4, "tag", new long[] {9, 7, 1_000_000, 8}));
        assertThat(receivedGtids).containsExactly("3/-4/tag/7", "3/-4/tag/8", "3/-4/tag/9", "3/-4/tag/1000000");
    }

    @Test
    void encodesDifferences() {
        assertThat(Commits.of(0, 0, "", new long[] {5_000_003, 5_000_001, 5_000_002})
                        .steps())
                .containsExactly(5_000_001, 1, 1);
    }

    @Test
    void reportsRepeatedNumberTwice() {
        report(Commits.of(0, 1, "", new long[] {6, 6}));
        assertThat(receivedGtids).containsExactly("0/1//6", "0/1//6");
    }

    @Test
    void acceptsMaximumNumbers() {
        report(Commits.of(0, 1, "", new long[] {Long.MAX_VALUE, 1}));
        assertThat(receivedGtids).containsExactly("0/1//1", "0/1//" + Long.MAX_VALUE);
    }

    @Test
    void doesNotModifyInput() {
        long[] numbers = {3, 1, 2};
        Commits.of(0, 1, "", numbers);
        assertThat(numbers).containsExactly(3, 1, 2);
    }

    @Test
    void emptyInputReportsNothing() {
        report(Commits.of(0, 1, "", new long[0]));
        assertThat(receivedGtids).isEmpty();
    }
}
