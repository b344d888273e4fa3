// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerAllocationTest extends LedgerFixture {

    @Test
    void allocatesNoObjectPerTransaction() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = 0;
        for (int round = 0; round < 5; round++) {
            long bytesBefore = threads.getCurrentThreadAllocatedBytes();
            for (int i = 1; i <= 20_000; i++) {
                long number = 20_000L * round + i;
                ledger.onBegin();
                ledger.onEnd(1, 2, "", number, -1);
                ledger.acknowledged(1, 2, "", number);
                if (i % 100 == 0) {
                    ledger.onReadEnd();
                }
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - bytesBefore;
        }
        assertThat(allocated).as("bytes for 20,000").isLessThan(20_000);
        assertThat(ledger.findings().matched()).isEqualTo(100_000);
    }

    @Test
    void allocatesNothingWithoutWriters() {
        StreamLedger readOnlyLedger = new StreamLedger(
                false, false, List.of(), LedgerMemory.ofThisProcess(), LedgerFixture.ownTransactions());
        readOnlyLedger.onWindowOpened();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        // the minimum of all rounds, because the JVM may allocate memory for this thread in one round
        long allocated = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long bytesBefore = threads.getCurrentThreadAllocatedBytes();
            for (int i = 1; i <= 20_000; i++) {
                readOnlyLedger.onBegin();
                readOnlyLedger.onEnd(1, 2, "", 20_000L * round + i, -1);
            }
            allocated = Math.min(allocated, threads.getCurrentThreadAllocatedBytes() - bytesBefore);
        }
        assertThat(allocated).as("bytes for 20,000").isZero();
        readOnlyLedger.onEnd(1, 2, "", 7, -1);
        readOnlyLedger.onEnd(1, 2, "", 100_005, -1);
        assertThat(readOnlyLedger.findings().duplicated().count()).isEqualTo(1);
        assertThat(readOnlyLedger.findings().duplicated().first()).startsWith(SOURCE + "7 again");
        assertThat(readOnlyLedger.findings().absent().count()).isEqualTo(4);
    }
}
