// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Rate;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.result.summary.LoadClient.Reason;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class RunTextsTest {

    @ParameterizedTest
    @CsvSource({"0.3333333333333333, 0.333333/s", "0.5, 0.5/s", "2000, 2000/s", "1234567, 1234567/s"})
    void roundsRateToSixDecimals(double perSecond, String text) {
        NamedLoad load = NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.openLoop(2, Rate.perSecond(perSecond)));
        assertThat(RunTexts.loadText(load)).endsWith(", 2 threads, open loop at " + text);
    }

    @Test
    void groupsLoadsByClientAndReason() {
        assertThat(clients()).isNull();
        assertThat(clients(LoadClient.ofNative("a"), LoadClient.ofNative("b"))).isEqualTo("native");
        assertThat(clients(LoadClient.ofJdbc("a", Reason.REQUESTED))).isEqualTo("JDBC (driver 1), as requested");
        assertThat(clients(LoadClient.ofNative("a"), LoadClient.ofJdbc("b", Reason.WORKLOAD), LoadClient.ofNative("c")))
                .isEqualTo("native for a, c; JDBC (driver 1) for b, because the workload uses JDBC itself");
    }

    @ParameterizedTest
    @EnumSource
    void namesEachReason(Reason reason) {
        assertThat(clients(LoadClient.ofJdbc("a", reason))).startsWith("JDBC (driver 1), ");
    }

    private static @Nullable String clients(LoadClient... clients) {
        return RunTexts.clientsText(ToolInfo.current("driver 1", List.of(clients)));
    }
}
