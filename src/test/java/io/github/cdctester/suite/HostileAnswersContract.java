// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.suite.fault.CommitAnswers;
import io.github.cdctester.suite.process.CliProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks runs on a server whose answers to commits contain an unlimited number of false GTIDs. A heap of 64 MB must suffice. */
@Timeout(180)
abstract class HostileAnswersContract extends ServerContract {

    private static final int TRANSACTIONS = 2_000;

    /** Large enough that the tester needs a separate block of memory for each number. */
    static final long NUMBER_DISTANCE = 4_096;

    /** Each answer contains 80 or more false GTIDs. */
    enum FalseGtids {
        SOURCES,
        /** New tags (MySQL only). */
        TAGS,
        DISTANT_NUMBERS,
        DISTANT_NUMBERS_OF_MANY_SOURCES
    }

    abstract LongFunction<List<String>> gtids(FalseGtids lie);

    @ParameterizedTest
    @EnumSource
    void fallsBackToCounts(FalseGtids lie, @TempDir Path directory) {
        CommitAnswers answers = CommitAnswers.replacingGtids(gtids(lie));
        try (FaultProxy proxy =
                        FaultProxy.to("127.0.0.1", server.endpoint().port()).relay(answers);
                CliProcess cli = run(directory, proxy)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(answers.changedCount()).isGreaterThanOrEqualTo(TRANSACTIONS);
            assertThat(cli.err()).doesNotContain("Exception");
            assertThat(cli.out().replaceAll("\\s+", " ")) // independent of line breaks
                    .contains("NOT_CHECKED, committed")
                    .contains("counted only, as there were more sources of GTIDs, or more gaps");
        }
    }

    private CliProcess run(Path directory, FaultProxy proxy) {
        Endpoint endpoint = server.endpoint();
        return CliProcess.start(
                directory,
                CliProcess.javaOptions("-Xmx64m"),
                Map.of("CDC_TESTER_PASSWORD", endpoint.password().reveal()),
                "run",
                "--prepare",
                "--cleanup",
                "--host=127.0.0.1",
                "--port=" + proxy.port(),
                "--database=" + endpoint.database(),
                "--user=" + endpoint.user(),
                "--ssl-mode=DISABLED",
                "--workload=transfer",
                "--accounts=100",
                "--threads=4",
                "--time=0",
                "--events=" + TRANSACTIONS);
    }
}
