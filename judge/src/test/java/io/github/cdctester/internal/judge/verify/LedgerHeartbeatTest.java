// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.Verdict.Status;
import org.junit.jupiter.api.Test;

class LedgerHeartbeatTest extends LedgerFixture {

    @Test
    void lostHeartbeatIsLoss() {
        acknowledge(1, 4);
        stream(1);
        heartbeat(2, 1);
        heartbeat(3, 3);
        stream(4);

        assertThat(assertVerdict(EXACT, Status.LOST, 1, 0, 0).firstOffender()).isEqualTo("heartbeat 2");
        assertVerdict(COUNTS, Status.LOST, 1, 0, 0);
        assertVerdict(CONTINUITY, Status.LOST, 1, 0, 0);
    }

    @Test
    void repeatedHeartbeatIsDuplicate() {
        acknowledge(1, 3);
        stream(1);
        heartbeat(2, 7);
        heartbeat(2, 7);
        stream(3);

        assertThat(assertVerdict(EXACT, Status.DUPLICATED, 0, 1, 0).firstOffender())
                .isEqualTo("heartbeat 7 after 7");
        assertThat(verdict(EXACT).others()).isZero();
        assertVerdict(COUNTS, Status.DUPLICATED, 0, 1, 0);
        assertVerdict(CONTINUITY, Status.DUPLICATED, 0, 1, 0);
    }

    @Test
    void isLosslessIfHeartbeatIsWrittenTwice() {
        acknowledge(1, 4);
        stream(1);
        heartbeat(2, 7);
        heartbeat(3, 7);
        stream(4);

        assertThat(ledger.findings().heartbeats().repeated().count()).isZero();
        assertVerdict(EXACT, Status.LOSSLESS, 0, 0, 0);
    }

    /** cdc-tester wrote the heartbeat twice because the connection broke. The stream repeats the second copy. */
    @Test
    void repetitionOfHeartbeatWrittenTwiceIsDuplicate() {
        acknowledge(1, 4);
        stream(1);
        heartbeat(2, 7);
        heartbeat(3, 7);
        heartbeat(3, 7);
        stream(4);

        assertVerdict(EXACT, Status.DUPLICATED, 0, 1, 0);
    }
}
