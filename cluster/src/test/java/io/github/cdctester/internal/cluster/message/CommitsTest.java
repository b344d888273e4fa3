// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommitsTest {

    private final List<String> told = new ArrayList<>();

    private void tell(Commits commits) {
        commits.reportTo((high, low, tag, number) -> told.add(high + "/" + low + "/" + tag + "/" + number), null, 0);
    }

    @Test
    void tellsThemInAscendingOrder() {
        tell(Commits.of(3, -4, "tag", new long[] {9, 7, 1_000_000, 8}));
        assertThat(told).containsExactly("3/-4/tag/7", "3/-4/tag/8", "3/-4/tag/9", "3/-4/tag/1000000");
    }

    @Test
    void writesHowMuchHigherEachIs() {
        assertThat(Commits.of(0, 0, "", new long[] {5_000_003, 5_000_001, 5_000_002})
                        .steps())
                .containsExactly(5_000_001, 1, 1);
    }

    @Test
    void tellsADoubledOneTwice() {
        tell(Commits.of(0, 1, "", new long[] {6, 6}));
        assertThat(told).containsExactly("0/1//6", "0/1//6");
    }

    @Test
    void takesTheHighestNumbersThatThereAre() {
        tell(Commits.of(0, 1, "", new long[] {Long.MAX_VALUE, 1}));
        assertThat(told).containsExactly("0/1//1", "0/1//" + Long.MAX_VALUE);
    }

    @Test
    void leavesTheNumbersAsTheyWere() {
        long[] numbers = {3, 1, 2};
        Commits.of(0, 1, "", numbers);
        assertThat(numbers).containsExactly(3, 1, 2);
    }

    @Test
    void tellsNothingOfNone() {
        tell(Commits.of(0, 1, "", new long[0]));
        assertThat(told).isEmpty();
    }
}
