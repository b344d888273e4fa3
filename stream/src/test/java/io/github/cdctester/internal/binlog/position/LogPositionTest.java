// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.position;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

public class LogPositionTest {

    private final LogPosition position = new LogPosition("binlog.000009", 500);

    @Test
    void comparesOffsetsInOneFile() {
        assertThat(position.isAtOrAfter("binlog.000009", 499)).isTrue();
        assertThat(position.isAtOrAfter("binlog.000009", 500)).isTrue();
        assertThat(position.isAtOrAfter("binlog.000009", 501)).isFalse();
    }

    @Test
    void comparesFilesByTheirNumber() {
        assertThat(position.isAtOrAfter("binlog.000008", 9_999)).isTrue();
        assertThat(position.isAtOrAfter("binlog.000010", 4)).isFalse();
    }

    @Test
    void comparesNumbersOfDifferentWidth() {
        assertThat(new LogPosition("binlog.1000000", 4).isAtOrAfter("binlog.999999", 500))
                .isTrue();
        assertThat(new LogPosition("binlog.999999", 500).isAtOrAfter("binlog.1000000", 4))
                .isFalse();
    }

    @Test
    void printsFileAndOffset() {
        assertThat(position).hasToString("binlog.000009:500");
    }
}
