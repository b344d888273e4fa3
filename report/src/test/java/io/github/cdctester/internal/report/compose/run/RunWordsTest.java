// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Rate;
import io.github.cdctester.workload.sysbench.Sysbench;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RunWordsTest {

    @ParameterizedTest
    @CsvSource({"0.3333333333333333, 0.333333/s", "0.5, 0.5/s", "2000, 2000/s", "1234567, 1234567/s"})
    void roundsRateToSixDecimals(double perSecond, String text) {
        NamedLoad load = NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.openLoop(2, Rate.perSecond(perSecond)));
        assertThat(RunWords.loadText(load)).endsWith(", 2 threads, open loop at " + text);
    }
}
