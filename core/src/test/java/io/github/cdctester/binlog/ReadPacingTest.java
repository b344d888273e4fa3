// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadPacingTest {

    @ParameterizedTest
    @CsvSource({
        "16384, false, 60000, true", // a piece of what the server sends, read as soon as it came
        "16384, false, 50000, false", // the pause would be seen in the delay
        "11999, false, 60000, false", // it sends less than it could: there is nothing to wait for
        "262144, true, 60000, false" // there is more already
    })
    void pausesWhereMoreCanBeReadAtOnce(int bytes, boolean filled, long behindMicros, boolean pause) {
        assertThat(ReadPacing.isPauseAfter(bytes, filled, behindMicros)).isEqualTo(pause);
    }
}
