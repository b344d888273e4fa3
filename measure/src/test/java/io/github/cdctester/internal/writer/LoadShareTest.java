// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadShareTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 6, 7, 8, 1_000_003, Long.MAX_VALUE - 1})
    void sharesAreContiguousAndAddUp(long total) {
        for (int driverCount = 1; driverCount <= 9; driverCount++) {
            long before = 0;
            for (int index = 0; index < driverCount; index++) {
                LoadShare share = new LoadShare(index, driverCount);
                assertThat(share.sumBefore(total)).isEqualTo(before);
                assertThat(share.part(total)).isBetween(total / driverCount, total / driverCount + 1);
                before += share.part(total);
            }
            assertThat(before).isEqualTo(total);
        }
    }

    @Test
    void firstSharesIncludeRemainder() {
        assertThat(new LoadShare(0, 3).part(8)).isEqualTo(3);
        assertThat(new LoadShare(1, 3).part(8)).isEqualTo(3);
        assertThat(new LoadShare(2, 3).part(8)).isEqualTo(2);
        assertThat(new LoadShare(2, 3).sumBefore(8)).isEqualTo(6);
    }

    @Test
    void splitSharesAddUpToShare() {
        LoadShare share = new LoadShare(1, 3);
        assertThat(share.split(0, 2)).isEqualTo(new LoadShare(1, 6));
        assertThat(share.split(1, 2)).isEqualTo(new LoadShare(4, 6));
        for (long total : new long[] {0, 1, 4, 5, 17, 1_000_003}) {
            assertThat(share.split(0, 2).part(total) + share.split(1, 2).part(total))
                    .isEqualTo(share.part(total));
        }
    }

    @Test
    void singleDriverMakesAllStarts() {
        assertThat(LoadShare.ALL.part(17)).isEqualTo(17);
        assertThat(LoadShare.ALL.sumBefore(17)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 2", "2, 2", "0, -3"})
    void rejectsInvalidShare(int index, int driverCount) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LoadShare(index, driverCount))
                .withMessage("there is no driver " + index + " of " + driverCount);
    }
}
