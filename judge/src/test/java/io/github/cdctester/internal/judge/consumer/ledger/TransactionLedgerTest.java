// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.reference.CommitTimes;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;
import io.github.cdctester.internal.judge.consumer.reference.SourceNumbers;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransactionLedgerTest {

    private final List<TransactionLedger> ledgers = new ArrayList<>();

    private final LogReference.Watcher watcher = new LogReference.Watcher() {
        @Override
        public void onLogged(int index, @Nullable SourceNumbers source, long number) {
            ledgers.forEach(ledger -> ledger.onLogged(index, source, number));
        }

        @Override
        public void onOwn(int index) {
            ledgers.forEach(ledger -> ledger.onOwn(index));
        }
    };

    @ParameterizedTest
    @CsvSource({"1000000, 1", "0, 0"})
    void measuresDelayOnlyIfCommitTimeIsStored(long bytes, long measuredCount) {
        LedgerMemory memory = new LedgerMemory(bytes);
        LogReference log = new LogReference(true, memory, watcher);
        ConsumerTimeline timeline = new ConsumerTimeline();
        TransactionLedger ledger = new TransactionLedger(log, timeline, true, memory);
        ledgers.add(ledger);
        log.windowOpened();
        log.addTransaction(0, 1, "", 7, false, CommitTimes.UNKNOWN, "binlog.000001", 500);
        ledger.record(0, 1, "", 7, 3_000);
        log.acknowledged(0, 1, "", 7, 1_000);
        assertThat(ledger.behind()).isZero();
        assertThat(timeline.delays().count()).isEqualTo(measuredCount);
        assertThat(log.times().isIncomplete()).isEqualTo(measuredCount == 0);
    }
}
