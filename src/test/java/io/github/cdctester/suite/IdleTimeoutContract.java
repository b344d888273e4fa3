// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server with {@code wait_timeout=3}, which closes idle connections before the tester uses them again. */
@Timeout(180)
abstract class IdleTimeoutContract extends ServerContract {

    @Test
    void noStatementIsOfUnknownOutcome() {
        losesNothing("oltp_insert", 8);
    }

    @Test
    @Nightly
    void noTransactionIsLost() {
        losesNothing("oltp_write_only", 16);
    }

    /** Of eight workers each has one transaction in eight seconds. */
    private void losesNothing(String workload, int seconds) {
        CliCall run = CommandLines.call(
                server,
                "run",
                "--workload=" + workload,
                "--tables=1",
                "--table-size=100",
                "--threads=8",
                "--rate=1",
                "--time=" + seconds,
                "--prepare",
                "--cleanup");
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("LOSSLESS").doesNotContain("may have been committed");
        assertThat(server.rows("SHOW TABLES")).isEmpty();
    }
}
